// Play with the bridge off: the bare game in real time, with nothing recorded and nothing of an agent.

import type { RealTimePlay } from "./fixed-tick-loop.js";
import type { GameDefinition, Schema } from "./game.js";

/** What a page's own buttons need, with the bridge off or on. */
export interface Play extends RealTimePlay {
  startRun(options: unknown): Promise<void>;
  choose(action: string, index: number | undefined): Promise<void>;
  readonly isStepping: boolean;
}

export function playPlainly(game: GameDefinition): Play {
  let starting = false;
  return {
    speed: 1,
    isStepping: false,
    get runsInRealTime() {
      return !starting && game.phase() === "running" && !game.choices?.open() && !game.pauses?.().length;
    },
    realTimeTick() {
      game.tick(game.sampleHardware?.() ?? game.neutralInput);
    },
    async startRun(options) {
      starting = true;
      try {
        const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
        await game.start(seed, schemaOutput(game.options, options));
      } finally {
        starting = false;
      }
    },
    async choose(action, index) {
      const open = game.choices?.open();
      const takesIndex = game.choices?.actions[action]?.index === true;
      if (!open?.actions.includes(action) || (takesIndex && !(index !== undefined && index in open.options))) {
        throw new Error(`no choice is open that ${action} ${index ?? ""} would answer`);
      }
      game.choices?.resolve(action, takesIndex ? index : undefined);
    },
  };
}

/** What the game's schema puts out, so that its defaults hold here as they do with the bridge on. */
function schemaOutput(schema: Schema<unknown> | undefined, value: unknown): unknown {
  const standard = schema && ("~standard" in schema ? schema : "validate" in schema ? schema.validate : undefined);
  const result = standard?.["~standard"].validate(value);
  if (result === undefined || result instanceof Promise) return value;
  if (result.issues !== undefined) throw new Error(result.issues[0]?.message ?? "the start options are wrong");
  return result.value;
}

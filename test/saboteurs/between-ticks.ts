// Saboteurs that change the state while no tick runs, and such as change it by only looking.

import type { Saboteur } from "./saboteur.js";
import { type Harm, harmTick, inTick, type TinyGame, type TinyWorld } from "./tiny-game.js";

const hurt = (world: TinyWorld) => {
  world.hp -= 5;
};

/** Changes the state whenever this part of the port is asked behind the tick of the harm. */
function whenAsked(part: "phase" | "snapshot" | "evaluate" | "availableActions" | "pauses"): Harm {
  return (game, live) => {
    const ask = game[part] as (...given: unknown[]) => unknown;
    return {
      [part](...given: unknown[]) {
        if (isLive(live) && live().tick === harmTick) hurt(live());
        return ask(...given);
      },
    } as Partial<TinyGame>;
  };
}

function isLive(live: () => TinyWorld): boolean {
  try {
    return live() !== undefined;
  } catch {
    return false;
  }
}

const between = (name: string, what: string, harm: Harm): Saboteur => ({
  name,
  what,
  detector: "async",
  tick: harmTick,
  named: "/hp",
  harm,
});

const reading = (name: string, what: string, reader: string, harm: Harm): Saboteur => ({
  name,
  what,
  detector: "read",
  tick: harmTick,
  named: `${reader} /hp`,
  harm,
});

export const betweenTicks: readonly Saboteur[] = [
  between(
    "promise",
    "a promise changes the state after the tick",
    inTick((world) => void Promise.resolve().then(() => hurt(world))),
  ),
  between(
    "awaited",
    "an async function goes on after the tick",
    inTick((world) => void goOn(world)),
  ),
  between(
    "timeout",
    "a timer changes the state after the tick",
    inTick((world) => void setTimeout(() => hurt(world))),
  ),
  between(
    "immediate",
    "an immediate changes the state after the tick",
    inTick((world) => void setImmediate(() => hurt(world))),
  ),
  between("message", "a message of a port, as of a worker, changes the state", inTick(post)),
  between(
    "response",
    "an answer of the network changes the state",
    inTick((world) => void fetch("data:,9").then(() => hurt(world))),
  ),
  reading("snapshotDraw", "a snapshot changes the state", "snapshot", whenAsked("snapshot")),
  reading("phaseCounts", "asking for the phase changes the state", "phase", whenAsked("phase")),
  reading("evaluateHurts", "evaluate changes the state", "evaluate", whenAsked("evaluate")),
  reading("actionsHurt", "availableActions changes the state", "availableActions", whenAsked("availableActions")),
  reading("pausesHurt", "pauses changes the state", "pauses", whenAsked("pauses")),
  reading("auditHurts", "an audit changes the state", "audit foes", (game, live) => ({
    audits: {
      foes: () => {
        if (live().tick === harmTick) hurt(live());
        return (game.audits?.foes ?? (() => []))();
      },
    },
  })),
  {
    name: "stopHurts",
    what: "a stop condition changes the state, which no replay asks",
    detector: "selfCheck",
    tick: harmTick,
    named: "/hp",
    harm: (_game, live) => ({
      stops: [
        {
          name: "hpBelow",
          argument: "number",
          holds(hp) {
            if (live().tick === harmTick) hurt(live());
            return live().hp < hp;
          },
        },
      ],
    }),
  },
];

async function goOn(world: TinyWorld): Promise<void> {
  await undefined;
  hurt(world);
}

function post(world: TinyWorld): void {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => {
    hurt(world);
    port1.close();
  };
  port1.postMessage(1);
}

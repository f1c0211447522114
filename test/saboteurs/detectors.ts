// The detectors, each for any game: none knows of a saboteur. What one finds has a tick and words that name the place.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeterminismWarning, Reply } from "@tickbridge/bridge/protocol";
import { type GameSession, localise } from "@tickbridge/driver";
import { tickbridge } from "../driver/command-line.js";
import type { DetectorName } from "./saboteur.js";

export interface Finding {
  readonly tick: number;
  readonly words: string;
}

type Session = GameSession<never>;

/** A game that can be opened anew, and how it is played. */
export interface Subject {
  readonly open: () => Promise<Session>;
  /** Its module for Node, as an author has it. */
  readonly module: () => Promise<string>;
  readonly ticks: number;
  readonly inputAt: (tick: number) => object;
  /** A stop condition, an audit, and what is answered on the way. */
  readonly stop: string;
  readonly audit: string;
  readonly onChoice?: object;
}

const seed = 777001;
/** Longer than nested timers of a page wait. */
const turnMs = 8;
const inputEveryTicks = 4;

async function give(game: Session, cmd: string, ...args: unknown[]): Promise<Reply> {
  const { replies } = await game.batch([{ cmd, args } as never], { refusals: "return" });
  return replies[0] as Reply;
}

/** Plays the run, one macrotask a tick; `look` sees each boundary and may end it. */
async function play(
  subject: Subject,
  game: Session,
  look: (reply: Reply) => boolean | Promise<boolean>,
): Promise<void> {
  const { ticks, stop, onChoice, inputAt } = subject;
  await give(game, "pinSeed", seed);
  if (await look(await give(game, "startRun"))) return;
  for (let tick = 0; tick < ticks; tick++) {
    if (tick % inputEveryTicks === 0) await give(game, "input", inputAt(tick));
    const options = { maxTicks: 1, stopOn: [stop], ...(onChoice === undefined ? {} : { onChoice }) };
    const reply = await give(game, "stepUntil", options);
    await new Promise((resolve) => setTimeout(resolve, turnMs));
    if (await look(reply)) return;
  }
}

/** Opens a subject, and closes it whatever comes. */
async function within<Result>({ open }: Subject, work: (game: Session) => Promise<Result>): Promise<Result> {
  const game = await open();
  try {
    return await work(game);
  } finally {
    await game.close();
  }
}

/** What the replies of a whole run warn of. */
function warningsOf(
  subject: Subject,
  look: (game: Session) => Promise<readonly Reply[]> = async (game) => [await give(game, "hash")],
): Promise<readonly DeterminismWarning[]> {
  return within(subject, async (game) => {
    const warnings: DeterminismWarning[] = [];
    await play(subject, game, async (reply) => {
      for (const { warnings: told = [] } of [reply, ...(await look(game))]) warnings.push(...told);
      return !reply.ok;
    });
    return warnings;
  });
}

async function tripwire(subject: Subject): Promise<Finding[]> {
  const warnings = await warningsOf(subject);
  return warnings.flatMap(({ code, tick, api, site }) =>
    code === "TRIPWIRE" ? [{ tick, words: `${api} at ${site}` }] : [],
  );
}

async function between(subject: Subject): Promise<Finding[]> {
  const warnings = await warningsOf(subject);
  return warnings.flatMap(({ code, tick, path, before, after }) =>
    code === "ASYNC_STATE_CHANGE" ? [{ tick, words: `${path}: ${before} to ${after}` }] : [],
  );
}

/** Asks everything that may be asked between two ticks. */
async function read(subject: Subject): Promise<Finding[]> {
  const warnings = await warningsOf(subject, async (game) => [
    await give(game, "dump"),
    await give(game, "evaluate"),
    await give(game, "actions"),
    await give(game, "audit", subject.audit),
    await give(game, "hash"),
  ]);
  return warnings.flatMap(({ code, tick, reader, path }) =>
    code === "READ_CHANGED_STATE" ? [{ tick, words: `${reader} ${path}` }] : [],
  );
}

const checkedTicksMax = 60;

/** The sync test: at every boundary the newest tick, and as many as have run, are simulated twice more. */
function selfCheck(subject: Subject): Promise<Finding[]> {
  return within(subject, async (game) => {
    const found: Finding[] = [];
    await play(subject, game, async (reply) => {
      if (!reply.ok || reply.tick === 0) return !reply.ok;
      for (const k of [1, Math.min(reply.tick, checkedTicksMax)]) {
        const checked = await give(game, "selfCheck", k);
        if (checked.ok && checked.verdict === "identical") continue;
        const { tick = -1, path, message } = (checked.divergence ?? {}) as SelfCheckDivergence;
        found.push({ tick, words: `${path}: ${message}` });
        return true;
      }
      return false;
    });
    return found;
  });
}

interface SelfCheckDivergence {
  readonly tick?: number;
  readonly path?: string;
  readonly message?: string;
}

/** A recorded run, verified; where it diverges, run twice more. */
async function localised(subject: Subject): Promise<Finding[]> {
  const replay = await within(subject, async (game) => {
    await play(subject, game, (reply) => !reply.ok);
    return game.exportReplay();
  });
  const found = await localise(replay, { name: "the game", open: subject.open });
  if (found.kind === "identical") return [];
  if (found.kind !== "sides-differ") return [{ tick: -1, words: found.kind }];
  return [{ tick: found.difference.tick, words: found.difference.path ?? found.difference.right }];
}

interface DoctorsLine {
  readonly verdict: string;
  readonly examination?: string;
  readonly message: string;
  readonly report?: { readonly difference?: { readonly tick: number; readonly path?: string } };
}

/** The lines of `tickbridge doctor` that fail. */
async function doctor({ module, ticks }: Subject): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), "tickbridge-saboteur-"));
  try {
    await writeFile(join(folder, "game.mjs"), await module());
    const args = ["doctor", "--game", "game.mjs", "--ticks", String(ticks + doctorsTicks), "--json"];
    const { stdout, stderr } = await tickbridge(args, { cwd: folder });
    if (stdout === "") throw new Error(stderr);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly DoctorsLine[] };
    return findings.flatMap(({ verdict, examination, report, message }) => {
      if (verdict !== "failed") return [];
      const { tick = -1, path = message } = report?.difference ?? {};
      return [{ tick, words: `${examination} ${path}` }];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** So that it goes back to boundaries behind the harm too. */
const doctorsTicks = 40;

/** The first command that is refused with this code, with its path and words. */
function refusedWith(code: string, subject: Subject): Promise<Finding[]> {
  return within(subject, async (game) => {
    const found: Finding[] = [];
    await play(subject, game, async (reply) => {
      const refused = [reply, await give(game, "hash")].find((each) => !each.ok);
      if (refused === undefined || refused.ok) return false;
      const { error } = refused;
      const tick = reply.ok ? refused.tick : refused.tick + 1;
      if (error.code === code) found.push({ tick, words: `${error.path}: ${error.message}` });
      return true;
    });
    return found;
  });
}

export const detectors: { readonly [name in DetectorName]: (subject: Subject) => Promise<Finding[]> } = {
  tripwire,
  async: between,
  read,
  selfCheck,
  localise: localised,
  doctor,
  refused: (subject) => refusedWith("BAD_STATE", subject),
  threw: (subject) => refusedWith("GAME_THREW", subject),
};

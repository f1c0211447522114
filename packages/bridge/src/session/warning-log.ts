// What a run has done that breaks determinism: rows, each told once in a reply, and all of them for the audit. What comes
// often must not take the place of what comes late: a kind has few rows, and its first is always kept.

import type { DeterminismWarning } from "../protocol.js";

/** Rows with a stack that a run may have, and rows of the state's own checks. */
const rowsMax = 64;
/** So many of these may be of a kind that has a row already; the others wait for kinds that are new. */
const repeatsMax = 32;
/** Rows of one kind of call. */
const rowsOfCallMax = 8;

type Row = { -readonly [Field in keyof DeterminismWarning]: DeterminismWarning[Field] };
type During = NonNullable<DeterminismWarning["during"]>;

/** One api in one part of the port. */
interface Calls {
  readonly last: Row;
  rows: number;
  /** The newest tick in which it was called. */
  tick: number;
}

export class WarningLog {
  #rows: Row[] = [];
  #untold: Row[] = [];
  readonly #calls = new Map<During, Map<string, Calls>>();
  #callRows = 0;
  #callRepeats = 0;
  /** How many times something had no row of its own: a call in one more tick, a change at one more boundary. */
  dropped = 0;

  /** Copies: a row is still counted on. */
  get rows(): readonly DeterminismWarning[] {
    return copies(this.#rows);
  }

  /** Counts one more call of a tripwire in a tick in which it was called before; false when it was not. */
  countAgain(tick: number, during: During, api: string): boolean {
    const calls = this.#calls.get(during)?.get(api);
    if (calls?.tick !== tick) return false;
    const { last } = calls;
    if (last.tick === tick) last.count = (last.count ?? 0) + 1;
    else last.total = (last.total ?? 0) + 1;
    return true;
  }

  /** One call of a tripwire. `describe` is asked only for one that gets a row. */
  addCall(tick: number, during: During, api: string, describe: () => Partial<Row>): void {
    if (this.countAgain(tick, during, api)) return;
    const calls = this.#calls.get(during)?.get(api);
    const isFull = this.#callRows >= rowsMax;
    const takesRow = calls === undefined || (calls.rows < rowsOfCallMax && this.#callRepeats < repeatsMax && !isFull);
    if (!takesRow) {
      const { last } = calls;
      last.total = (last.total ?? last.count ?? 0) + 1;
      last.lastTick = tick;
      calls.tick = tick;
      this.dropped++;
      return;
    }
    const row: Row = { code: "TRIPWIRE", tick, message: "", api, during, count: 1, ...describe() };
    if (isFull) delete row.stack;
    this.#note(row);
    this.#add(row);
  }

  add(row: DeterminismWarning): void {
    const others = this.#rows.filter(({ code }) => code !== "TRIPWIRE");
    const kinds = new Set(others.map(kindOf));
    const hasRoom = kinds.has(kindOf(row)) ? others.length - kinds.size < repeatsMax : true;
    if (hasRoom && others.length < rowsMax) this.#add({ ...row });
    else this.dropped++;
  }

  /** The rows that nobody has been told of yet, as they are now. */
  take(): readonly DeterminismWarning[] {
    return copies(this.#untold.splice(0));
  }

  /** The rows up to boundary `tick`, before the choices made there and before what changed the state there. */
  upTo(tick: number): readonly DeterminismWarning[] {
    const isBefore = (at: number, { code, during }: DeterminismWarning) =>
      at < tick || (at === tick && code === "TRIPWIRE" && during !== "choice");
    return this.#rows
      .filter((row) => isBefore(row.tick, row))
      .map(({ lastTick, total, ...row }) =>
        // How many of the later calls came up to there is not known.
        lastTick === undefined || !isBefore(lastTick, row) ? row : { ...row, lastTick, ...(total && { total }) },
      );
  }

  /** Takes over the rows of another branch; those of the way there stay. What was not told yet will be, in any case. */
  become(rows: readonly DeterminismWarning[]): void {
    const onTheWay = this.#untold.filter((row) => row.during === "load");
    this.#rows = [...copies(rows), ...onTheWay];
    this.#calls.clear();
    this.#callRows = this.#callRepeats = 0;
    for (const row of this.#rows) this.#note(row);
    // Ticks that are played again have rows of their own.
    for (const ofPart of this.#calls.values()) for (const calls of ofPart.values()) calls.tick = -1;
  }

  #note(row: Row): void {
    const { api, during, tick } = row;
    if (api === undefined || during === undefined) return;
    const ofPart = this.#calls.get(during) ?? new Map<string, Calls>();
    this.#calls.set(during, ofPart);
    const before = ofPart.get(api)?.rows ?? 0;
    ofPart.set(api, { last: row, rows: before + 1, tick });
    this.#callRows++;
    if (before > 0) this.#callRepeats++;
  }

  #add(row: Row): void {
    this.#rows.push(row);
    this.#untold.push(row);
  }
}

/** Of the state's own checks. */
function kindOf({ code, path, reader }: DeterminismWarning): string {
  return JSON.stringify([code, path, reader]);
}

function copies(rows: readonly DeterminismWarning[]): Row[] {
  return rows.map((row) => ({ ...row }));
}

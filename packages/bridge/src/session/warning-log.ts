// What a run has done that breaks determinism: rows, each told once in a reply, and all of them for the audit.

import type { DeterminismWarning } from "../protocol.js";

/** Rows of tripwires that a run may have, and rows of the state's own checks; more are counted. */
const rowsMax = 64;

type Row = { -readonly [Field in keyof DeterminismWarning]: DeterminismWarning[Field] };
type During = NonNullable<DeterminismWarning["during"]>;

export class WarningLog {
  #rows: Row[] = [];
  #untold: Row[] = [];
  /** The rows of the newest tick, by what was called and where in the port; undefined for one that found no place. */
  readonly #newest = new Map<string, Row | undefined>();
  #newestTick = -1;
  /** How many rows found no place. */
  dropped = 0;

  get rows(): readonly DeterminismWarning[] {
    return this.#rows;
  }

  /** One call of a tripwire. `describe` is asked only for the first of a tick. */
  addCall(tick: number, during: During, api: string, describe: () => Partial<Row>): void {
    if (tick !== this.#newestTick) {
      this.#newest.clear();
      this.#newestTick = tick;
    }
    const key = `${during} ${api}`;
    const known = this.#newest.get(key);
    if (known !== undefined) {
      known.count = (known.count ?? 0) + 1;
    } else if (!this.#newest.has(key)) {
      const row = this.#hasRoom(true)
        ? { code: "TRIPWIRE" as const, tick, message: "", api, during, count: 1, ...describe() }
        : undefined;
      this.#newest.set(key, row);
      this.#add(row);
    }
  }

  add(row: DeterminismWarning): void {
    this.#add(this.#hasRoom(false) ? row : undefined);
  }

  /** The rows that nobody has been told of yet, as they are now. */
  take(): readonly DeterminismWarning[] {
    return this.#untold.splice(0).map((row) => ({ ...row }));
  }

  /** The rows up to boundary `tick`, before the choices made there and before what changed the state there. */
  upTo(tick: number): readonly DeterminismWarning[] {
    return this.#rows.filter(
      (row) => row.tick < tick || (row.tick === tick && row.code === "TRIPWIRE" && row.during !== "choice"),
    );
  }

  /** Takes over the rows of another branch; those of the way there stay. What was not told yet will be, in any case. */
  become(rows: readonly DeterminismWarning[]): void {
    const onTheWay = this.#untold.filter((row) => row.during === "load");
    this.#rows = [...rows, ...onTheWay];
    this.#newest.clear();
  }

  #hasRoom(isCall: boolean): boolean {
    const used = this.#rows.reduce((count, row) => count + Number((row.code === "TRIPWIRE") === isCall), 0);
    return used < rowsMax;
  }

  #add(row: Row | undefined): void {
    if (row === undefined) this.dropped++;
    else {
      this.#rows.push(row);
      this.#untold.push(row);
    }
  }
}

// What is looked for in the sources of a simulation, and how a finding is told to people.

import { inexactMath } from "@tickbridge/bridge/session";

/** A place in a source whose result differs between engines or from run to run. */
export interface Finding {
  /** What is used: `Math.sin`, `**`, `Date.now`, ... or `Math`, where it is handed on whole. */
  readonly api: string;
  /** `maths` can be replaced unless `isReplaceable` says otherwise; a clock or a random number never. */
  readonly kind: "maths" | "outside";
  readonly isReplaceable: boolean;
  /** One sentence. */
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Where it is in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly lineText: string;
}

/** The functions of `Math` that engines compute differently: those of `@tickbridge/bridge/math`. */
export const nativeMaths: ReadonlySet<string> = new Set(inexactMath);

/** Members of globals that read a clock or draw a random number. */
export const outsideMembers: Readonly<Record<string, readonly string[]>> = {
  Math: ["random"],
  Date: ["now"],
  performance: ["now"],
  crypto: ["getRandomValues", "randomUUID"],
};

/** Why a finding matters, and what to do. */
export function messageOf(api: string, kind: Finding["kind"], isReplaceable: boolean): string {
  if (kind === "outside")
    return `${api} in a simulation gives other values in every run: draw from a random stream, count ticks`;
  if (api === "Math")
    return "Math is handed on whole, so what is used of it cannot be seen: name its functions where they are used";
  const other = api.startsWith("**") ? "pow" : api.replace("Math.", "");
  const cannot = isReplaceable ? "" : " (it cannot be replaced here)";
  return `${api} gives other bits in other engines: use ${other} of @tickbridge/bridge/math${cannot}`;
}

/** `<file>:<line>:<column>: <message>` and the line, with a mark under the place. */
export function findingText(file: string, { line, column, message, lineText, start, end }: Finding): string {
  const blank = lineText.slice(0, column - 1).replace(/[^\t]/g, " ");
  const mark = "^".repeat(Math.max(1, Math.min(end - start, lineText.length - column + 1)));
  return `${file}:${line}:${column}: ${message}\n    ${lineText}\n    ${blank}${mark}`;
}

/** Whether a finding fails the build. */
export function isFatal({ kind }: Finding, mode: "report" | "error" | "replace"): boolean {
  return mode === "error" || (mode === "replace" && kind === "maths");
}

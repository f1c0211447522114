// What verification comes to, in the forms that people, programs and CI servers read.

import type { Verdict } from "@tickbridge/bridge/protocol";
import type { ExitCode } from "./command.js";
import type { Terminal } from "./terminal.js";
import { xmlElement } from "./xml.js";

interface Failure {
  readonly words: string;
  readonly code: string;
  readonly exitCode: ExitCode;
}

/** What became of one replay. */
export type Outcome = {
  readonly file: string;
  /** Of the game that the replay is of, where that could be read. */
  readonly game?: string;
  readonly durationMs: number;
} & ({ readonly verdict: Verdict } | { readonly failure: Failure });

export const reporterNames = ["text", "json", "junit"] as const;
export type ReporterName = (typeof reporterNames)[number];

/** The report on all outcomes, without a newline at its end. */
export function reportText(name: ReporterName, outcomes: readonly Outcome[]): string {
  switch (name) {
    case "text":
      return outcomes.map((outcome) => lineOf(outcome, (word) => word)).join("\n");
    case "json":
      return JSON.stringify(outcomes.map(jsonOf), undefined, 2);
    case "junit":
      return junitOf(outcomes);
  }
}

/** One outcome as a line for people. */
export function lineOf(outcome: Outcome, paint: Terminal["paint"]): string {
  if ("failure" in outcome) return `${outcome.file}: ${paint("not verified", "unsure")}: ${outcome.failure.words}`;
  const { verdict } = outcome.verdict;
  const word = paint(verdict, verdict === "identical" ? "good" : verdict === "diverged" ? "bad" : "unsure");
  return `${outcome.file}: ${word}: ${factsOf(outcome.verdict)}`;
}

/** What an outcome alone would exit with. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  if ("failure" in outcome) return outcome.failure.exitCode;
  return ({ identical: 0, diverged: 1, unverifiable: 3 } as const)[outcome.verdict.verdict];
}

function factsOf({ evidence, ticks, hashesCompared, cheated, divergence, reason }: Verdict): string {
  const why = (divergence?.message ?? reason)?.replace("pass allowBuild", "pass --allow-build");
  return [
    `${ticks} ticks`,
    `${hashesCompared} hashes of the ${evidence}`,
    ...(cheated ? ["cheats were used"] : []),
    ...(why === undefined ? [] : [why]),
  ].join(", ");
}

function jsonOf(outcome: Outcome): object {
  if ("verdict" in outcome) return { file: outcome.file, ...outcome.verdict };
  return { file: outcome.file, error: { code: outcome.failure.code, message: outcome.failure.words } };
}

/** The form that CI servers know: a diverged replay is a failure, one that could not be verified an error. */
function junitOf(outcomes: readonly Outcome[]): string {
  const kinds = outcomes.map((outcome) => ["", "failure", "error", "error"][exitCodeOf(outcome)]);
  const suite = {
    name: "tickbridge verify",
    tests: outcomes.length,
    failures: kinds.filter((kind) => kind === "failure").length,
    errors: kinds.filter((kind) => kind === "error").length,
    time: seconds(outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
  const cases = outcomes.map((outcome, index) => {
    const { file, game = "unknown", durationMs } = outcome;
    const kind = kinds[index];
    const details = kind === undefined || kind === "" ? [] : [problemElement(kind, outcome)];
    return xmlElement("testcase", { name: file, classname: game, time: seconds(durationMs) }, details);
  });
  const suites = xmlElement("testsuites", {}, [xmlElement("testsuite", suite, cases)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites}`;
}

function problemElement(kind: string, outcome: Outcome): string {
  if ("failure" in outcome) {
    return xmlElement(kind, { type: outcome.failure.code, message: outcome.failure.words });
  }
  const { verdict } = outcome;
  return xmlElement(kind, { type: verdict.verdict, message: factsOf(verdict) });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

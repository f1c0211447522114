// What the doctor has found, a line each: printed as it comes, and kept for programs.

import type { Localisation } from "../../localise.js";
import { printLocalisation } from "../localisation-report.js";
import type { Terminal } from "../terminal.js";

/** One line. */
export interface Finding {
  /** The heading above it. */
  readonly section: string;
  readonly verdict: "ok" | "note" | "warning" | "failed";
  /** The name of the examination, where it is one. */
  readonly examination?: string;
  readonly message: string;
  /** Where the runs part. */
  readonly report?: Localisation;
  /** What it may be, and what to do. */
  readonly advice?: string;
}

type Details = Pick<Finding, "examination" | "report" | "advice">;

const marks = {
  ok: ["ok  ", "good"],
  note: ["note", "unsure"],
  warning: ["warn", "unsure"],
  failed: ["FAIL", "bad"],
} as const;
const indent = "        ";

export class Report {
  readonly #terminal: Terminal;
  readonly #printed: boolean;
  readonly findings: Finding[] = [];
  readonly #advised = new Set<string>();
  #section = "";

  /** Lines are printed as they come unless `quiet`. */
  constructor(terminal: Terminal, quiet = false) {
    this.#terminal = terminal;
    this.#printed = !quiet;
  }

  count(verdict: Finding["verdict"]): number {
    return this.findings.filter((finding) => finding.verdict === verdict).length;
  }

  heading(words: string): void {
    this.#section = words;
    if (this.#printed) this.#terminal.print(words);
  }

  ok(message: string, details: Details = {}): void {
    this.#add("ok", message, details);
  }

  /** Worth knowing, and no fault. */
  note(message: string, details: Details = {}): void {
    this.#add("note", message, details);
  }

  /** Something that breaks determinism somewhere, though it did not here. */
  warn(message: string, details: Details = {}): void {
    this.#add("warning", message, details);
  }

  fail(message: string, details: Details = {}): void {
    this.#add("failed", message, details);
  }

  progress(words: string): void {
    this.#terminal.progress(words);
  }

  #add(verdict: Finding["verdict"], message: string, details: Details): void {
    this.findings.push({ section: this.#section, verdict, message, ...details });
    if (!this.#printed) return;
    const [mark, meaning] = marks[verdict];
    this.#terminal.print(`  ${this.#terminal.paint(mark, meaning)}  ${message}`);
    const { report, advice } = details;
    const indented: Terminal = { ...this.#terminal, print: (line) => this.#terminal.print(indent + line) };
    if (report !== undefined) printLocalisation(report, indented);
    // Once is enough for a person.
    if (advice !== undefined && !this.#advised.has(advice)) {
      indented.print(`${verdict === "warning" ? "what to do" : "what it may be"}: ${advice}`);
    }
    if (advice !== undefined) this.#advised.add(advice);
  }
}

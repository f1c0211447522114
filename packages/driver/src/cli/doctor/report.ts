// What the doctor has found, a line each.

import type { Terminal } from "../terminal.js";

export class Report {
  readonly #terminal: Terminal;
  failures = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  heading(words: string): void {
    this.#terminal.print(words);
  }

  ok(words: string): void {
    this.#terminal.print(`  ${this.#terminal.paint("ok  ", "good")}  ${words}`);
  }

  /** Worth knowing, and no fault. */
  note(words: string): void {
    this.#terminal.print(`  ${this.#terminal.paint("note", "unsure")}  ${words}`);
  }

  fail(words: string): void {
    this.failures++;
    this.#terminal.print(`  ${this.#terminal.paint("FAIL", "bad")}  ${words}`);
  }

  progress(words: string): void {
    this.#terminal.progress(words);
  }
}

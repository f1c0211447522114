// One source of a simulation, checked, and rewritten where that is asked for.

import { type Finding, messageOf } from "./findings.js";
import { globalUses } from "./global-uses.js";
import { powerUses } from "./power-uses.js";
import { type Rewritten, rewrite } from "./rewrite.js";
import { parse, type Syntax } from "./syntax.js";
import type { Use } from "./uses.js";

export interface SourceCheck {
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  /** The source with all that is replaceable replaced; undefined where nothing is. */
  rewritten(): Rewritten | undefined;
}

/** A source without any of these words has no use. */
const worthParsing = /\*\*|\b(?:Math|Date|performance|crypto)\b/;

/** A comment with this word, on the line of a use or the one above, says that it is meant. */
const ignoreMark = /\btickbridge-ignore\b/;

/**
 * Finds native maths, clocks and random numbers in the text of a source. `path` names its language by its ending.
 * Throws a `SyntaxError` where it cannot be parsed.
 */
export function checkSource(path: string, code: string): SourceCheck {
  if (!worthParsing.test(code)) return { findings: [], rewritten: () => undefined };
  const syntax = parse(path, code);
  const lines = new Lines(code);
  const ignored = new Set(
    syntax.comments
      .filter(({ value }) => ignoreMark.test(value))
      .flatMap(({ start, end }) => [lines.numberAt(start), lines.numberAt(end) + 1]),
  );
  const uses = [...globalUses(syntax), ...powerUses(syntax)]
    .filter(({ node }) => !ignored.has(lines.numberAt(node.start)))
    .sort((first, second) => first.node.start - second.node.start || second.node.end - first.node.end);
  const edits = uses.flatMap(({ edit }) => (edit === undefined ? [] : [edit]));
  return {
    findings: uses.map((use) => findingOf(use, syntax, lines)),
    rewritten: () => (edits.length === 0 ? undefined : rewrite(path, syntax, edits)),
  };
}

function findingOf({ api, kind, node, edit }: Use, { code }: Syntax, lines: Lines): Finding {
  const { line, column, lineText } = lines.at(node.start, code);
  const isReplaceable = edit !== undefined;
  const message = messageOf(api, kind, isReplaceable);
  return { api, kind, isReplaceable, message, line, column, lineText, start: node.start, end: node.end };
}

/** Where lines begin. */
class Lines {
  private readonly starts: number[] = [0];

  constructor(code: string) {
    for (const { index } of code.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
      this.starts.push(index + (code.startsWith("\r\n", index) ? 2 : 1));
    }
  }

  numberAt(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  at(offset: number, code: string): { readonly line: number; readonly column: number; readonly lineText: string } {
    const line = this.numberAt(offset);
    const start = this.starts[line - 1] ?? 0;
    const [lineText = ""] = code.slice(start, this.starts[line] ?? code.length).split(/[\n\r\u2028\u2029]/);
    return { line, column: offset - start + 1, lineText };
  }
}

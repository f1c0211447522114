// Saboteurs that only their source gives away: what no trap at run time can see.

export interface SourceSaboteur {
  readonly name: string;
  readonly what: string;
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly named: string;
}

const lines = (...code: readonly string[]) => code.join("\n");

export const sources: readonly SourceSaboteur[] = [
  {
    name: "powerOperator",
    what: "raises by `**`, which engines compute differently",
    code: lines("export function fade(x: number): number {", "  return x ** -5;", "}"),
    line: 2,
    column: 10,
    named: "**",
  },
  {
    name: "powerAssignment",
    what: "raises by `**=`",
    code: lines("export function fade(state: { x: number }): void {", "  state.x **= 0.5;", "}"),
    line: 2,
    column: 3,
    named: "**=",
  },
  {
    name: "renamedMaths",
    what: "takes native maths apart, under another name",
    code: lines("const { sin: wave } = Math;", "export const bob = (tick: number) => wave(tick);"),
    line: 1,
    column: 9,
    named: "Math.sin",
  },
  {
    name: "clockInSource",
    what: "reads a clock where no test may come by",
    code: lines("export const late = () => Date.now() > 0;"),
    line: 1,
    column: 27,
    named: "Date.now",
  },
];

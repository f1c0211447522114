// What to do about a call that a tripwire has told of, by the name of what was called.

const advice: readonly (readonly [RegExp, string])[] = [
  [
    /^Math\.random$|^crypto\./,
    "draw from a stream of randomStream(seed) that save() returns (docs/embedding.md, Three rules)",
  ],
  [/^Math\.|\*\*/, "engines compute it differently: use @tickbridge/bridge/math (docs/embedding.md, Maths)"],
  [
    /Intl|[Ll]ocale|Date\.prototype/,
    "it depends on the language and the time zone of the machine: keep plain values in the state, and format in render",
  ],
  [/Date|performance/, "count ticks instead of reading a clock; what only measures belongs outside tick"],
  [
    /setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame|requestIdleCallback|cancel|clear/,
    "what it does comes between two ticks: count ticks instead",
  ],
  [/sort/, "a comparator must order any two values: subtracting two infinities gives NaN"],
  [
    /fetch|XMLHttpRequest|WebSocket|Worker|[Ss]torage|indexedDB|document|navigator|inner|devicePixelRatio|screen/,
    "what it gives depends on the machine: read it before the run, and make it an option or an input",
  ],
];

export function tripwireAdvice(api: string): string {
  return (
    advice.find(([name]) => name.test(api))?.[1] ??
    "what it gives is no function of the state and the input (docs/determinism-contract.md)"
  );
}

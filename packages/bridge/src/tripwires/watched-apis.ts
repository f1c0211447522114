// What reads a clock, chance, the network, storage, the locale or the window: by owner, with the name under which it is
// told, and the functions and getters. What a realm does not have is passed over.

/** Functions of `Math` that engines compute differently, in the last bits. `sqrt`, `fround`, `imul` and the like are exact. */
export const inexactMath = [
  ...["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "expm1", "hypot"],
  ...["log", "log10", "log1p", "log2", "pow", "sin", "sinh", "tan", "tanh"],
];

const localParts = ["Date", "Day", "FullYear", "Hours", "Milliseconds", "Minutes", "Month", "Seconds"];

export interface Watched {
  /** Where the functions and getters stand; the realm itself unless named. */
  readonly owner?: string;
  readonly as: string;
  readonly names: readonly string[];
  /** A write counts as much as a read. */
  readonly isWritten?: true;
}

export const watchedApis: readonly Watched[] = [
  { owner: "Date", as: "Date.", names: ["now"] },
  {
    owner: "Date.prototype",
    as: "Date.prototype.",
    names: [
      ...localParts.flatMap((part) => [`get${part}`, ...(part === "Day" ? [] : [`set${part}`])]),
      ...["getYear", "setYear", "getTimezoneOffset", "toString", "toDateString", "toTimeString"],
    ],
  },
  {
    owner: "Performance.prototype",
    as: "performance.",
    names: [
      ...["now", "timeOrigin", "mark", "measure", "getEntries", "getEntriesByName", "getEntriesByType", "timing"],
      ...["memory", "toJSON"],
    ],
  },
  // Node 20 has some of them on the object itself.
  { owner: "performance", as: "performance.", names: ["now", "timeOrigin", "mark", "measure"] },
  { owner: "Temporal.Now", as: "Temporal.Now.", names: ["instant", "plainDateISO", "plainDateTimeISO"] },
  { owner: "Temporal.Now", as: "Temporal.Now.", names: ["plainTimeISO", "timeZoneId", "zonedDateTimeISO"] },
  { owner: "AnimationTimeline.prototype", as: "AnimationTimeline.", names: ["currentTime"] },
  { owner: "BaseAudioContext.prototype", as: "AudioContext.", names: ["currentTime"] },
  { owner: "HTMLMediaElement.prototype", as: "HTMLMediaElement.", names: ["currentTime"] },
  { owner: "process", as: "process.", names: ["hrtime", "uptime", "cpuUsage", "memoryUsage"] },
  { owner: "process.hrtime", as: "process.hrtime.", names: ["bigint"] },

  { owner: "Crypto.prototype", as: "crypto.", names: ["getRandomValues", "randomUUID"] },

  { as: "", names: ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "requestAnimationFrame"] },
  { as: "", names: ["requestIdleCallback", "MessageChannel", "BroadcastChannel", "postMessage"] },
  { owner: "MessagePort.prototype", as: "MessagePort.", names: ["postMessage"] },
  { owner: "scheduler", as: "scheduler.", names: ["postTask", "yield"] },
  { owner: "Scheduler.prototype", as: "scheduler.", names: ["postTask", "yield"] },
  { owner: "WeakRef.prototype", as: "WeakRef.", names: ["deref"] },
  { as: "", names: ["FinalizationRegistry"] },

  {
    as: "",
    names: ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "SharedWorker", "Image", "Audio"],
  },
  { as: "", names: ["alert", "confirm", "prompt"] },
  { owner: "Worker.prototype", as: "Worker.", names: ["postMessage"] },
  { owner: "WebAssembly", as: "WebAssembly.", names: ["compile", "compileStreaming", "instantiate"] },
  { owner: "WebAssembly", as: "WebAssembly.", names: ["instantiateStreaming", "Module", "Instance"] },

  { as: "", names: ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"] },
  { owner: "Storage.prototype", as: "Storage.", names: ["getItem", "setItem", "removeItem", "clear", "key", "length"] },
  { owner: "Document.prototype", as: "document.", names: ["cookie"], isWritten: true },
  { owner: "IDBFactory.prototype", as: "indexedDB.", names: ["open", "deleteDatabase", "databases"] },

  { owner: "Navigator.prototype", as: "navigator.", names: ["getGamepads", "language", "languages", "sendBeacon"] },
  { owner: "Navigator.prototype", as: "navigator.", names: ["hardwareConcurrency", "onLine", "userAgent", "platform"] },
  {
    as: "",
    names: ["innerWidth", "innerHeight", "outerWidth", "outerHeight", "devicePixelRatio", "screenX", "screenY"],
  },
  { as: "", names: ["scrollX", "scrollY", "matchMedia", "getComputedStyle"] },
  { owner: "Screen.prototype", as: "screen.", names: ["width", "height", "availWidth", "availHeight"] },
  { owner: "Document.prototype", as: "document.", names: ["hidden", "visibilityState", "hasFocus", "URL", "referrer"] },
  { owner: "Element.prototype", as: "Element.", names: ["getBoundingClientRect", "getClientRects"] },
];

/** Whose methods named `toLocale…` and `localeCompare` depend on the locale. */
export const localisedOwners = ["Number", "BigInt", "String", "Date", "Array"];

// What a session needs, from a page. Turns go by MessageChannel, which a hidden tab does not throttle.

import type { Host } from "../session/host.js";

/** The longest time that a timer can wait, 24 days. */
const delayMsMax = 2 ** 31 - 1;

export function pageHost(prefix: string, gameId: string): Host {
  const channel = new MessageChannel();
  const turns: (() => void)[] = [];
  channel.port1.onmessage = () => turns.shift()?.();
  const key = `tickbridge:${prefix}:${gameId}:pinnedSeed`;
  return {
    now: () => performance.now(),
    turn: () =>
      new Promise((resolve) => {
        turns.push(resolve);
        channel.port2.postMessage(null);
      }),
    after(delayMs, callback) {
      // No limit: a timer that never comes costs as much as one that does.
      if (delayMs >= delayMsMax) return () => undefined;
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    drawSeed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    pinnedSeed: {
      read() {
        try {
          const text = sessionStorage.getItem(key);
          return text === null ? null : Number(text);
        } catch {
          return null;
        }
      },
      write(seed) {
        try {
          if (seed === null) sessionStorage.removeItem(key);
          else sessionStorage.setItem(key, String(seed));
          return true;
        } catch {
          // Storage is blocked or full; the reply says that the pin will not survive.
          return false;
        }
      },
    },
  };
}

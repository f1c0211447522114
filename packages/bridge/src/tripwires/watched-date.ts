// `Date` itself: called, made of nothing (the clock), or made of local time. `new Date(0)`, `Date.UTC` and texts with a
// time zone are the same everywhere.

import { type Tripwires, trip } from "./realm.js";
import { replace, wrapped } from "./wrap.js";

const { apply, construct } = Reflect;
const { parse: nativeParse } = Date;
/** The forms of the standard that are UTC; with a space before them, or fewer digits, they are no longer. */
const dateOnly = /^(\d{4}|[+-]\d{6})(-\d\d(-\d\d)?)?$/;
const zoneName = /(^|[^a-z])(Z|GMT|UTC|UT|[ECMP][SD]T)$/i;
/** Behind a time, a year or a name; behind anything else it is a part of the date. */
const zoneOffset = /(:\d\d(\.\d+)?|[ap]m|\d{4}\s|Z|GMT|UTC|UT)\s*[+-]\d\d?(:?\d\d)?$/i;

/** Whether a text names a time of the time zone in which it is read. */
export function isLocalTime(text: unknown): boolean {
  if (typeof text !== "string" || dateOnly.test(text) || Number.isNaN(nativeParse(text))) return false;
  const plain = text.replace(/\([^)]*\)/g, "").trim();
  return !zoneName.test(plain) && !zoneOffset.test(plain);
}

export function watchDate(tripwires: Tripwires): void {
  const parse = wrapped(Date.parse as never, () => ({
    apply(target, self, args) {
      if (tripwires.hear !== undefined && isLocalTime(args[0])) trip(tripwires, "Date.parse", localWords);
      return apply(target, self, args);
    },
  }));
  replace(tripwires, Date, "parse", parse, "Date.parse");
  const watched = wrapped(Date as never, (itself) => ({
    apply(target, self, args) {
      if (tripwires.hear !== undefined) trip(tripwires, "Date");
      return apply(target, self, args);
    },
    construct(target, args, newTarget) {
      if (tripwires.hear !== undefined) {
        if (args.length === 0) trip(tripwires, "new Date");
        else if (args.length > 1 || isLocalTime(args[0])) trip(tripwires, "new Date (local time)", localWords);
      }
      return construct(target, args, newTarget === itself() ? target : newTarget);
    },
  }));
  replace(tripwires, globalThis, "Date", watched);
}

const localWords = "with a time that depends on the time zone";

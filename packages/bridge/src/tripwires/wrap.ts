// Puts wrappers in the place of functions and getters. A wrapper looks native, keeps name, length, properties and
// attributes, and does nothing but look at one flag while nobody listens.

import { type Tripwires, trip } from "./realm.js";

const { apply, construct, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect;

type Callable = (...args: unknown[]) => unknown;
type Traps = ProxyHandler<Callable>;

/** Does a part of the installation; one that throws is among what could not be trapped, and the rest goes on. */
export function attempt(tripwires: Tripwires, api: string, install: () => void): void {
  try {
    install();
  } catch {
    tripwires.untrapped.push(api);
  }
}

/** Which object of the realm a path names, such as `Date.prototype`; undefined where the realm does not have it. */
export function objectAt(path: string): object | undefined {
  let at: unknown = globalThis;
  for (const name of path === "" ? [] : path.split(".")) {
    if ((typeof at !== "object" && typeof at !== "function") || at === null) return undefined;
    const descriptor = descriptorOf(at, name);
    // Node warns of a storage that is only looked at.
    if (descriptor === undefined || (descriptor.get !== undefined && !("document" in globalThis) && name === "Storage"))
      return undefined;
    at = apply(descriptor.get ?? (() => descriptor.value), at, []);
  }
  return (typeof at === "object" || typeof at === "function") && at !== null ? at : undefined;
}

function descriptorOf(object: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let at: object | null = object; at !== null; at = getPrototypeOf(at)) {
    const found = getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Wraps what `owner` has under `name` itself: a function (one that is a constructor as such too), or the getter of a
 * property. What it does not have is left alone.
 */
export function watch(tripwires: Tripwires, owner: object | undefined, name: PropertyKey, api: string): void {
  if (owner !== undefined) attempt(tripwires, api, () => watchOwn(tripwires, owner, name, api));
}

function watchOwn(tripwires: Tripwires, owner: object, name: PropertyKey, api: string): void {
  // Node makes some of its classes only when they are asked for, and puts them in the place of a getter.
  if (owner === globalThis && isClassName(name))
    apply(getOwnPropertyDescriptor(owner, name)?.get ?? nothing, owner, []);
  const { value, get } = getOwnPropertyDescriptor(owner, name) ?? {};
  if (typeof value === "function") replace(tripwires, owner, name, watchedFunction(tripwires, api, value), api);
  else if (get !== undefined) redefine(tripwires, owner, name, { get: watchedFunction(tripwires, api, get) }, api);
}

const isClassName = (name: PropertyKey) => typeof name === "string" && /^[A-Z]/.test(name);
const nothing = () => undefined;

/** As `watch`, of a property that is also written. */
export function watchBothWays(tripwires: Tripwires, owner: object | undefined, name: PropertyKey, api: string): void {
  attempt(tripwires, api, () => {
    const set = owner && getOwnPropertyDescriptor(owner, name)?.set;
    if (owner === undefined || set === undefined) return;
    watch(tripwires, owner, name, api);
    redefine(tripwires, owner, name, { set: watchedFunction(tripwires, api, set) }, api);
  });
}

function watchedFunction<Native>(tripwires: Tripwires, api: string, native: Native): Native {
  return wrapped(native as Callable, (watched) => ({
    apply(target, self, args) {
      if (tripwires.hear !== undefined) trip(tripwires, api);
      return apply(target, self, args);
    },
    construct(target, args, newTarget) {
      if (tripwires.hear !== undefined) trip(tripwires, api);
      return construct(target, args, newTarget === watched() ? target : newTarget);
    },
  })) as Native;
}

/** A proxy, which has the name, the length and the text of a native function, and for a constructor all its properties. */
export function wrapped(native: Callable, traps: (itself: () => unknown) => Traps): Callable {
  const watched: Callable = new Proxy(
    native,
    traps(() => watched),
  );
  return watched;
}

/** Puts a function in the place of another; a constructor stands behind its instances too. */
export function replace(
  tripwires: Tripwires,
  owner: object,
  name: PropertyKey,
  value: unknown,
  api = String(name),
): void {
  attempt(tripwires, api, () => {
    const native = getOwnPropertyDescriptor(owner, name)?.value as { readonly prototype?: object } | undefined;
    if (!redefine(tripwires, owner, name, { value }, api)) return;
    const { prototype } = native ?? {};
    if (prototype !== undefined && getOwnPropertyDescriptor(prototype, "constructor")?.value === native) {
      redefine(tripwires, prototype, "constructor", { value }, api);
    }
  });
}

function redefine(
  tripwires: Tripwires,
  owner: object,
  name: PropertyKey,
  change: PropertyDescriptor,
  api: string,
): boolean {
  const done = defineProperty(owner, name, { ...getOwnPropertyDescriptor(owner, name), ...change });
  if (!done) tripwires.untrapped.push(api);
  return done;
}

// Which tab this is: an id in sessionStorage, which outlives a reload, and a lock on it, since a browser that duplicates a
// tab copies its sessionStorage too. The lock is free again as soon as the document is gone.

/** A document that is being left may hold its lock a moment longer than the next one takes to ask. */
const handOverMs = 300;

/** This tab's own id among those that run `name`. Rejects where storage or locks are blocked. */
export async function claimTab(name: string): Promise<string> {
  const key = `${name}:tab`;
  const before = sessionStorage.getItem(key);
  if (before !== null && (await claim(lockName(name, before)))) return before;
  const tab = crypto.randomUUID();
  await claim(lockName(name, tab));
  sessionStorage.setItem(key, tab);
  return tab;
}

/** The ids of all tabs that are open. */
export async function openTabs(name: string): Promise<ReadonlySet<string>> {
  const { held = [] } = await locks().query();
  const start = lockName(name, "");
  return new Set(held.flatMap(({ name: lock }) => (lock?.startsWith(start) ? [lock.slice(start.length)] : [])));
}

function lockName(name: string, tab: string): string {
  return `${name}:tab:${tab}`;
}

/** Takes a lock for as long as the document lives; false when another document keeps it. */
function claim(lock: string): Promise<boolean> {
  const forEver = new Promise<never>(() => undefined);
  return new Promise((resolve, reject) => {
    locks()
      .request(lock, { signal: AbortSignal.timeout(handOverMs) }, () => {
        resolve(true);
        return forEver;
      })
      .catch((thrown: unknown) => {
        if (thrown instanceof DOMException && thrown.name === "TimeoutError") resolve(false);
        else reject(thrown);
      });
  });
}

function locks(): LockManager {
  // Left out by browsers where the page came over plain http from another machine.
  const { locks: manager } = navigator as Partial<Navigator>;
  if (manager === undefined) throw new Error("the browser gives Web Locks only to https, localhost and file pages");
  return manager;
}

/**
 * Local storage that never throws. If it is blocked or full, values are kept in memory until the page goes, and
 * `isStorageBlocked` lets a screen say so.
 */
const memory = new Map<string, string>();
let blocked = false;

export function isStorageBlocked(): boolean {
  return blocked;
}

export function readStored(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    blocked = true;
    return memory.get(key) ?? null;
  }
}

/** Returns a value that is stored as JSON. Undefined if there is none, or if it can't be parsed. */
export function readParsed(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores all values in this order, or all of them in memory. Half a session would look broken to other tabs. */
export function storeAll(values: Readonly<Record<string, string>>): void {
  const entries = Object.entries(values);
  try {
    for (const [key, value] of entries) globalThis.localStorage.setItem(key, value);
    for (const [key] of entries) memory.delete(key);
  } catch {
    for (const [key, value] of entries) {
      // Otherwise an older stored value would be found.
      forget(key);
      memory.set(key, value);
    }
    blocked = true;
  }
}

export function store(key: string, value: string): void {
  storeAll({ [key]: value });
}

/** Whether a value is only in memory and will be gone with the page. */
export function isInMemory(key: string): boolean {
  return memory.has(key);
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    blocked = true;
  }
}

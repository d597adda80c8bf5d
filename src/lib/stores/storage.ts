/**
 * Local storage that never throws: where it is blocked or full, values live in memory for as long as the page does, and
 * `isBlocked` lets a screen say so.
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

export function store(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    blocked = true;
    memory.set(key, value);
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    blocked = true;
  }
}

// What this device stores. A browser that stores nothing, or something that cannot be read, is as good as a new one.
const PREFIX = "estaminet.";

export function recall<Value>(name: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It is asked again, or begins anew.
  }
}

export function forget(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

/** The names that begin so. */
export function storedNames(beginning: string): string[] {
  const names = Object.keys(localStorage).map((key) => key.slice(PREFIX.length));
  return names.filter((name) => name.startsWith(beginning));
}

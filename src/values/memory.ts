/** What maps of every kind have. */
interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: NoInfer<Value>): unknown;
}

/** The value under a key, computed and stored if there is none: what ECMAScript calls `Map.getOrInsertComputed`. */
export function getOrInsertComputed<Key, Value>(
  map: Lookup<Key, Value>,
  key: Key,
  compute: (key: Key) => Value,
): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = compute(key);
  map.set(key, value);
  return value;
}

/**
 * The same text in memory of its own. V8 makes a slice of a longer text as a reference into it, so that a name of 20
 * letters keeps a body of 1 MiB for as long as it is remembered itself: what outlives its request is copied with this.
 */
export function detached(text: string): string {
  // What is joined is copied once it is sliced; the slice refers to a text that is one letter longer.
  return ` ${text}`.slice(1);
}

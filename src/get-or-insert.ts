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
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = compute(key);
  map.set(key, made);
  return made;
}

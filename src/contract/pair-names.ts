/** Things with names, before and now, paired by their names. */
export interface NamedPairs<Thing> {
  readonly removed: readonly Thing[];
  readonly added: readonly Thing[];
  /** Of the same name, in the order of now. */
  readonly same: readonly (readonly [before: Thing, now: Thing])[];
  /** Of other names that are one name in another spelling, in the order of now. */
  readonly respelt: readonly (readonly [before: Thing, now: Thing])[];
}

/** Pairs things by their names, and those that are left by what `spelling` makes of their names. */
export function pairNames<Thing extends { readonly name: string }>(
  before: readonly Thing[],
  now: readonly Thing[],
  spelling: (name: string) => string = (name) => name,
): NamedPairs<Thing> {
  const earlier = new Map(before.map((thing) => [thing.name, thing]));
  const later = new Map(now.map((thing) => [thing.name, thing]));
  const left = before.filter(({ name }) => !later.has(name));
  const bySpelling = new Map(left.map((thing) => [spelling(thing.name), thing]));
  const same: [Thing, Thing][] = [];
  const respelt: [Thing, Thing][] = [];
  const added: Thing[] = [];
  for (const thing of now) {
    const twin = earlier.get(thing.name);
    const key = spelling(thing.name);
    const other = twin ? undefined : bySpelling.get(key);
    if (twin) same.push([twin, thing]);
    else if (other && bySpelling.delete(key)) respelt.push([other, thing]);
    else added.push(thing);
  }
  const found = new Set(respelt.map(([thing]) => thing));
  return { removed: left.filter((thing) => !found.has(thing)), added, same, respelt };
}

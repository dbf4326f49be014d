/** Shorter names are too often one letter apart by chance, as `PORT` and `POST` or `PORTS` are. */
const MIN_LENGTH = 6;

/**
 * Throws if a variable is one edit away from a known one, or has its last word cut: a mistyped setting would be ignored
 * silently. Of short names only those count that are in lower case, or in which letters are swapped or doubled.
 */
export function refuseNearMisses(names: readonly string[], ours: readonly string[]): void {
  const known = new Set(ours);
  for (const name of names) {
    if (known.has(name)) continue;
    const meant = ours.find((one) => isNearMiss(name, one));
    if (meant === undefined) continue;
    throw new Error(`Cannot read the configuration: ${name} is no setting; ${meant} is`);
  }
}

function isNearMiss(name: string, ours: string): boolean {
  if (name.toUpperCase() === ours) return true;
  if (ours.length < MIN_LENGTH) return isSlip(name, ours);
  if (isCut(name, ours)) return true;
  return isOneEditAway(name, ours) || isOneEditAway(withoutBars(name), withoutBars(ours));
}

/** `CACHE_MEM` is nearly `CACHE_MEMORY`; `RATE_LIMIT`, which lacks whole words, may be of another program. */
function isCut(name: string, ours: string): boolean {
  return name.includes('_') && ours.startsWith(name) && ours[name.length] !== '_';
}

/** `KEYFILE` is nearly `KEYS_FILE`. */
function withoutBars(name: string): string {
  return name.replaceAll('_', '');
}

/** Whether two neighbours were swapped or a letter doubled. */
function isSlip(name: string, ours: string): boolean {
  return [...ours].some((letter, at) => {
    const [before, after] = [ours.slice(0, at), ours.slice(at + 1)];
    return (
      name === `${before}${letter}${letter}${after}` ||
      (name !== ours && name === `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`)
    );
  });
}

/** Whether one letter was added, removed, changed or swapped with its neighbour; case is ignored. */
function isOneEditAway(left: string, right: string): boolean {
  const [a, b] = [left.toUpperCase(), right.toUpperCase()];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restA === `${restB[1]}${restB[0]}`;
}

import { excerpt } from '../../excerpt.ts';

/** Shorter names get no suggestion: almost any name would be close. */
const MIN_LENGTH = 3;

/** The maximum number of letter pairs compared for one suggestion; names that would exceed it are skipped. */
const MAX_STEPS = 400_000;

/** The candidate closest to a mistyped name, or undefined if none is close. */
export function closestName(mistyped: string, candidates: Iterable<string>): string | undefined {
  if (mistyped.length < MIN_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance =
    (mistyped.length < 5 ? Math.floor(mistyped.length / 2) : Math.floor(mistyped.length / 5) + 2) +
    1;
  let steps = 0;
  for (const candidate of candidates) {
    if (Math.abs(mistyped.length - candidate.length) > bestDistance) continue;
    steps += mistyped.length * candidate.length;
    if (steps > MAX_STEPS) break;
    const distance = editDistance(mistyped, candidate, bestDistance + 1);
    const tie = distance === bestDistance && best !== undefined && candidate < best;
    if (distance < bestDistance || tie) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The suffix of a message about an unknown name. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; Did you mean ${excerpt(suggestion)}?`;
}

/** The Levenshtein distance of two names, or `cap` if it is not below that. */
function editDistance(left: string, right: string, cap: number): number {
  let previous = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substituted = at(previous, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1);
      current.push(Math.min(substituted, at(previous, j) + 1, at(current, j - 1) + 1));
    }
    previous = current;
  }
  return Math.min(cap, at(previous, right.length));
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

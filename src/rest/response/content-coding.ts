import { LRUCache } from 'lru-cache';

/** A form in which bytes can be sent; `identity` is the bytes themselves. */
export type Coding = 'br' | 'gzip' | 'identity';

/** Of codings that a client likes equally, the first is taken. */
const PREFERENCE: readonly Coding[] = ['br', 'gzip', 'identity'];

const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

/** Below it headers and the work of two sides outweigh the bytes that are saved. */
const MIN_BYTES = 1_024;

const known = new LRUCache<string, readonly Coding[]>({ max: 200, maxSize: 40_000 });

/**
 * The codings in which a client takes an answer, the best first (RFC 9110 §12.5.3).
 *
 * Without the header only the bytes themselves: clients that can decompress say so. They are the last resort too where
 * a client takes none of ours.
 */
export function acceptedCodings(header: string | undefined, bytes: number): readonly Coding[] {
  if (!header) return IDENTITY;
  const accepted = known.get(header) ?? remember(header, negotiate(header));
  return bytes < MIN_BYTES && accepted.includes('identity') ? IDENTITY : accepted;
}

const IDENTITY: readonly Coding[] = ['identity'];

function remember(header: string, codings: readonly Coding[]): readonly Coding[] {
  known.set(header, codings, { size: header.length });
  return codings;
}

function negotiate(header: string): readonly Coding[] {
  const weights = readWeights(header);
  const others = weights.get('*');
  // Without a word about it `identity` is acceptable, and liked less than whatever was named.
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const accepted = PREFERENCE.filter((coding) => weightOf(coding) > 0).sort(
    (left, right) => weightOf(right) - weightOf(left),
  );
  return accepted.length > 0 ? accepted : IDENTITY;
}

const MEMBER = /^\s*([^\s;,]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The weight of each coding that a header names; members that are no members are left out. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const [, name, weight = '1'] = MEMBER.exec(member) ?? [];
    if (name === undefined) continue;
    const coding = name.toLowerCase();
    weights.set(ALIASES[coding] ?? coding, Number(weight));
  }
  return weights;
}

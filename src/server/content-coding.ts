import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { listMembers } from '../request/headers.ts';
import { getOrInsertComputed } from '../values/memory.ts';

/** A content coding that is offered; `identity` is none. */
export type Coding = 'br' | 'gzip' | 'zstd' | 'identity';

/** Order among codings that a client weights equally. */
const PREFERENCE: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity'];

const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

/** Below this size, headers and CPU on both sides cost more than the bytes saved. */
const MIN_COMPRESSED_BYTES = 1_024;

const codings = new LRUCache<string, readonly Coding[]>({
  max: 200,
  maxSize: 40_000,
  sizeCalculation: (_, header) => header.length,
});

/**
 * The content codings in which a client accepts an answer of this many bytes, best first (RFC 9110 §12.5.3).
 *
 * Without the header only `identity`: clients that can decompress say so. `identity` is also the last resort if a
 * client accepts none that is offered.
 */
export function acceptedCodings(
  { 'accept-encoding': header }: IncomingHttpHeaders,
  bytes = Number.POSITIVE_INFINITY,
): readonly Coding[] {
  if (!header) return IDENTITY;
  const accepted = getOrInsertComputed(codings, header.toString(), negotiate);
  return bytes < MIN_COMPRESSED_BYTES && accepted.includes('identity') ? IDENTITY : accepted;
}

/** The accepted coding that is fastest to make; the best one if none is fast. */
export function fastestCoding(accepted: readonly Coding[]): Coding {
  const [best = 'identity'] = accepted;
  return FAST.find((coding) => accepted.includes(coding)) ?? best;
}

const FAST: readonly Coding[] = ['zstd', 'gzip'];

const IDENTITY: readonly Coding[] = ['identity'];

function negotiate(header: string): readonly Coding[] {
  const weights = readWeights(header);
  const others = weights.get('*');
  // Unless excluded, `identity` is acceptable, with a lower weight than any named coding.
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const accepted = PREFERENCE.filter((coding) => weightOf(coding) > 0).sort(
    (left, right) => weightOf(right) - weightOf(left),
  );
  return accepted.length > 0 ? accepted : IDENTITY;
}

const MEMBER = /^\s*([^\s;,]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The weight of each coding in a header; malformed members are ignored. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of listMembers(header)) {
    const [, name, weight = '1'] = MEMBER.exec(member) ?? [];
    if (name === undefined) continue;
    const coding = name.toLowerCase();
    weights.set(ALIASES[coding] ?? coding, Number(weight));
  }
  return weights;
}

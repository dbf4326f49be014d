import { createHash, hash } from 'node:crypto';
import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';

/** What distinguishes a representation beside its bytes and its coding. */
export type TagFacts = readonly (string | boolean)[];

const PIECE_BYTES = 1_000_000;

/** The part of an entity tag that all codings of a representation share. */
export async function tagBase(bytes: Buffer, facts: TagFacts): Promise<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await yieldToEventLoop();
    digest.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  const whole = `${JSON.stringify(facts)}${digest.digest('base64url')}`;
  return hash('sha256', whole, 'base64url').slice(0, 22);
}

/** A member of an `If-None-Match` list; it may contain commas (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** The opaque tags in `If-None-Match`, compared weakly (RFC 9110 §13.1.2); `*` matches every tag. */
export function readIfNoneMatch(header: string): '*' | ReadonlySet<string> {
  if (header.trim() === '*') return '*';
  const tags = new Set<string>();
  for (const [, tag = ''] of header.matchAll(ENTITY_TAG)) tags.add(tag);
  return tags;
}

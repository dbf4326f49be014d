import { createHash, hash } from 'node:crypto';
import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';

/** What tells one representation from another beside its bytes and its coding. */
export type TagFacts = readonly (string | boolean)[];

const PIECE_BYTES = 1_000_000;

/** The part of an entity tag that the codings of one representation have in common. */
export async function tagBase(bytes: Buffer, facts: TagFacts): Promise<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await yieldToEventLoop();
    digest.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  const whole = `${JSON.stringify(facts)}${digest.digest('base64url')}`;
  return hash('sha256', whole, 'base64url').slice(0, 22);
}

/** A member of an `If-None-Match` list; a comma may stand inside of it (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** The opaque tags in `If-None-Match`, which compares weakly (RFC 9110 §13.1.2); `*` stands for every tag. */
export function readIfNoneMatch(header: string): '*' | ReadonlySet<string> {
  if (header.trim() === '*') return '*';
  const tags = new Set<string>();
  for (const [, tag = ''] of header.matchAll(ENTITY_TAG)) tags.add(tag);
  return tags;
}

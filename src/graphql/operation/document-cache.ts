import type { DocumentNode, Token } from 'graphql';
import { RecentMap } from '../../execution/recent-map.ts';

/** About what a token takes: itself, its place, and its part of the tree. */
const TOKEN_BYTES = 400;
const ENTRY_BYTES = 1_000;

/** What the parser made of texts, by text. */
export interface TextCache<Made> {
  get(text: string): Made | undefined;
  set(text: string, made: Made): void;
}

/** Documents that were parsed of late, bounded by bytes: Yoga's own cache keeps 1024 of any size, with their texts. */
export function createDocumentCache(bytes = 16e6): TextCache<DocumentNode> {
  return boundedCache(bytes, (text, document) => text.length * 2 + TOKEN_BYTES * tokens(document));
}

/** Errors of the parser, which quote the whole text. */
export function createParseErrorCache(bytes = 2e6): TextCache<unknown> {
  return boundedCache(bytes, (text) => text.length * 2);
}

function boundedCache<Made>(
  bytes: number,
  bytesOf: (text: string, made: Made) => number,
): TextCache<Made> {
  const recent = new RecentMap<Made>({ entries: 1_024, weight: bytes });
  return {
    get: (text) => recent.get(text),
    set: (text, made) => recent.set(text, made, ENTRY_BYTES + bytesOf(text, made)),
  };
}

function tokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) count += 1;
  return count;
}

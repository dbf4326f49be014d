import type { DocumentNode, Token } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Estimated memory per token: the token, its location and its share of the tree. */
const TOKEN_BYTES = 400;
const ENTRY_BYTES = 1_000;

/** Parsed documents by text, bounded in bytes; Yoga's own cache keeps 1024 of any size. */
export function createDocumentCache(bytes = 16e6): LRUCache<string, DocumentNode> {
  return boundedCache(bytes, (text, document) => text.length * 2 + TOKEN_BYTES * tokens(document));
}

/** Parse errors by text; each contains the whole text. */
export function createParseErrorCache(bytes = 2e6): LRUCache<string, object> {
  return boundedCache(bytes, (text) => text.length * 2);
}

function boundedCache<Made extends object>(
  maxSize: number,
  bytesOf: (text: string, made: Made) => number,
): LRUCache<string, Made> {
  const sizeCalculation = (made: Made, text: string) => ENTRY_BYTES + bytesOf(text, made);
  return new LRUCache({ max: 1_024, maxSize, sizeCalculation });
}

function tokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) count += 1;
  return count;
}

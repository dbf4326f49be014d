import { LRUCache } from 'lru-cache';
import { SearchedText } from './log-analyzer.ts';
import { parseQuery, type Search } from './parse-query.ts';

/** A statement asks for the same few in every row. */
const MAX_PARSED = 64;

const parsed = new LRUCache<string, Search>({ max: MAX_PARSED, memoMethod: parseQuery });

/** SEARCH with LOG_ANALYZER: whether a text has what a query searches for. */
export function search(text: string, query: string): boolean {
  return parsed.memo(query)(new SearchedText(text));
}

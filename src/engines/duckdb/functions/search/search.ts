import { SearchedText } from './log-analyzer.ts';
import { parseQuery, type Search } from './parse-query.ts';

/** A statement asks for the same few in every row. */
const MAX_PARSED = 64;

const parsed = new Map<string, Search>();

/** SEARCH with LOG_ANALYZER: whether a text has what a query searches for. */
export function search(text: string, query: string): boolean {
  return searchOf(query)(new SearchedText(text));
}

function searchOf(query: string): Search {
  const known = parsed.get(query);
  if (known) return known;
  const made = parseQuery(query);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(query, made);
  return made;
}

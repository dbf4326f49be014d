import type { Row } from '../../googlesql/value.ts';
import { badAnswer } from './bigquery-error.ts';
import type { DecodeRow } from './decode.ts';
import type { QueryResponse } from './query-response.ts';

/** How the rows of a result are read. */
export interface PageReader {
  readonly decode: DecodeRow;
  /** Reading ends with this many rows. */
  readonly limit: number;
  next(pageToken: string): Promise<QueryResponse>;
}

/**
 * All rows of a result, or the first `limit` of them.
 *
 * It never gives fewer than there are: pages that end before the promised number of rows, come again or lead in a
 * circle are an error.
 */
export async function readPages(first: QueryResponse, reader: PageReader): Promise<readonly Row[]> {
  const { decode, limit, next } = reader;
  const total = totalRows(first);
  const rows: Row[] = [];
  for await (const page of pagesFrom(first, next)) {
    for (const raw of page.rows ?? []) rows.push(decode(raw));
    if (rows.length >= limit || rows.length > total) break;
  }
  if (rows.length > total) throw badAnswer('The pages hold more rows than the result');
  if (rows.length >= limit) return rows.slice(0, limit);
  if (rows.length < total) throw badAnswer('The pages hold fewer rows than the result');
  return rows;
}

/** Only the first page may be empty: pages that lead on and on without rows would never end. */
async function* pagesFrom(
  first: QueryResponse,
  next: PageReader['next'],
): AsyncGenerator<QueryResponse> {
  yield first;
  const seen = new Set<string>();
  for (let token = pageToken(first); token !== undefined; ) {
    if (seen.has(token)) throw badAnswer('A page leads back to one that was read');
    seen.add(token);
    const page = await next(token);
    if (!page.jobComplete) throw badAnswer('A page comes from a job that is not complete');
    if (!page.rows?.length) throw badAnswer('A page after the first has no rows');
    yield page;
    token = pageToken(page);
  }
}

function totalRows({ totalRows: total }: QueryResponse): number {
  if (typeof total === 'string' && /^\d+$/.test(total)) return Number(total);
  throw badAnswer('The answer does not say how many rows there are');
}

function pageToken({ pageToken: token }: QueryResponse): string | undefined {
  if (token === undefined || token === null || token === '') return undefined;
  if (typeof token === 'string') return token;
  throw badAnswer('A page token is no text');
}

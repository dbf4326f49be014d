import type { Row } from '#googlesql';
import { yieldToEventLoop } from '../../../async/yield-to-event-loop.ts';
import type { EngineResult } from '../../engine.ts';
import type { RowBudget } from '../../row-budget.ts';
import { badAnswer } from '../client/bigquery-error.ts';
import type { DecodeRow } from '../rows/decode.ts';
import type { QueryResponse, RawRow } from './query-response.ts';

/** How to read the rows of a result. */
export interface PageReader {
  readonly decode: DecodeRow;
  /** Reading ends when the budget has no room for the next row. */
  readonly budget: RowBudget;
  next(pageToken: string): Promise<QueryResponse>;
}

/**
 * All rows of a result, or as many as the budget allows.
 *
 * Never returns fewer by mistake: pages that end before the announced number of rows, repeat or form a cycle are an
 * error.
 */
export async function readPages(
  first: QueryResponse,
  { decode, budget, next }: PageReader,
): Promise<Pick<EngineResult, 'rows' | 'truncated'>> {
  const total = totalRows(first);
  const rows: Row[] = [];
  for await (const raw of rowsOf(pagesFrom(first, next))) {
    if (rows.length === total) throw badAnswer('The pages hold more rows than the result');
    const row = decode(raw);
    if (!budget.takeRow(row)) return { rows, truncated: true };
    rows.push(row);
    await yieldToEventLoop();
  }
  if (rows.length < total) throw badAnswer('The pages hold fewer rows than the result');
  return { rows, truncated: false };
}

async function* rowsOf(pages: AsyncIterable<QueryResponse>): AsyncGenerator<RawRow> {
  for await (const { rows } of pages) yield* rows ?? [];
}

/** Only the first page may be empty: a chain of empty pages might never end. */
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

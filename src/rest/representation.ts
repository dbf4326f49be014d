import type { IncomingHttpHeaders } from 'node:http';
import type { RunResult } from '../run/runner.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { cacheControl, VARY } from './cache-control.ts';
import { cacheStatus } from './cache-status.ts';
import { acceptedCodings, type Coding } from './content-coding.ts';
import { readIfNoneMatch } from './entity-tag.ts';

/** An answer as it is sent. */
export interface Representation {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body. */
  readonly bytes: Buffer | undefined;
}

/** What of a request decides the form of its answer. */
export interface AskedForm {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The answer to a request where its bytes are there: 304 for a client that has the rows. */
export function readyAnswer(
  asked: AskedForm,
  result: RunResult,
  answer: AnswerBytes,
): Representation | undefined {
  const codings = codingsOf(asked, answer);
  const known = knownCoding(asked, answer, codings);
  if (known) return represent(result, answer, { coding: known, bytes: undefined });
  const [best = 'identity'] = codings;
  const bytes = answer.ready(best);
  return bytes && represent(result, answer, { coding: best, bytes });
}

/** The answer to a request once its bytes are made: in the best coding, or in the one that is made fastest. */
export async function makeAnswer(
  asked: AskedForm,
  result: RunResult,
  answer: AnswerBytes,
): Promise<Representation> {
  const codings = codingsOf(asked, answer);
  const [best = 'identity'] = codings;
  const quick = codings.includes('gzip') ? 'gzip' : best;
  const bytes = await answer.make(quick);
  // Kept answers alone are asked for again, then in the best form.
  if (best !== quick && answer.tags) answer.make(best).catch(() => undefined);
  return represent(result, answer, { coding: quick, bytes });
}

function codingsOf({ headers }: AskedForm, { plain }: AnswerBytes): readonly Coding[] {
  return acceptedCodings(headers['accept-encoding']?.toString(), plain.length);
}

/** Bytes in a coding; none for a client that has them. */
interface Form {
  readonly coding: Coding;
  readonly bytes: Buffer | undefined;
}

function represent(
  result: RunResult,
  { tags }: AnswerBytes,
  { coding, bytes }: Form,
): Representation {
  const headers = commonHeaders(result);
  if (bytes) {
    headers['content-type'] = 'application/json; charset=utf-8';
    if (coding !== 'identity') headers['content-encoding'] = coding;
  }
  if (tags) headers['etag'] = tags[coding];
  return { status: bytes ? 200 : 304, headers, bytes };
}

function commonHeaders(result: RunResult): Record<string, string> {
  const { lifetime, ageSeconds, truncated } = result;
  const headers: Record<string, string> = {
    'cache-control': cacheControl(lifetime),
    'cache-status': cacheStatus(result),
    vary: VARY,
  };
  if (lifetime) headers['age'] = String(ageSeconds);
  if (truncated) headers['fieldstone-truncated'] = 'true';
  return headers;
}

/**
 * The coding in which the client has the answer already; undefined where it has none.
 *
 * The tag of any coding that it asks for by name will do, not the best one's alone: the first answer of an entry comes
 * in the coding that is made fastest.
 */
function knownCoding(
  { method, headers }: AskedForm,
  { tags }: AnswerBytes,
  codings: readonly Coding[],
): Coding | undefined {
  const header = headers['if-none-match'];
  if (header === undefined || !tags || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const exact = codings.find((coding, index) => tags[coding] === header && mayBe(coding, index));
  if (exact) return exact;
  const wanted = readIfNoneMatch(header);
  if (wanted === '*') return codings[0];
  return codings.find((coding, index) => mayBe(coding, index) && wanted.has(tags[coding]));
}

/** Bytes without a coding are only for those who ask for nothing else. */
function mayBe(coding: Coding, index: number): boolean {
  return index === 0 || coding !== 'identity';
}

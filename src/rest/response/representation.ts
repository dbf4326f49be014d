import type { IncomingHttpHeaders } from 'node:http';
import type { Format } from '../../execution/formats/formats.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { HandlerAnswer } from '../../server/hooks/microcache.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { cacheControl, VARY } from './cache-control.ts';
import { cacheStatus } from './cache-status.ts';
import { acceptedCodings, type Coding } from './content-coding.ts';
import { readIfNoneMatch } from './entity-tag.ts';

/** What of a request decides the form of its answer. */
export interface AskedForm {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly format: Format;
  /** What a file with the answer is called, without its extension. */
  readonly fileName: string;
}

/** The answer to a request where its bytes are there: 304 for a client that has the rows. */
export function readyAnswer(
  asked: AskedForm,
  result: RunResult,
  answer: AnswerBytes,
): HandlerAnswer | undefined {
  const codings = codingsOf(asked, answer);
  const known = knownCoding(asked, answer, codings);
  if (known) return represent(asked, result, answer, { coding: known, bytes: undefined });
  const [best = 'identity'] = codings;
  const bytes = answer.ready(best);
  return bytes && represent(asked, result, answer, { coding: best, bytes });
}

/** The answer to a request once its bytes are made: in the best coding, or in the one that is made fastest. */
export async function makeAnswer(
  asked: AskedForm,
  result: RunResult,
  answer: AnswerBytes,
): Promise<HandlerAnswer> {
  const codings = codingsOf(asked, answer);
  const [best = 'identity'] = codings;
  const quick = codings.includes('gzip') ? 'gzip' : best;
  const bytes = await answer.make(quick);
  // Kept answers alone are asked for again, then in the best form.
  if (best !== quick && answer.isTagged) answer.make(best).catch(() => undefined);
  return represent(asked, result, answer, { coding: quick, bytes });
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
  asked: AskedForm,
  result: RunResult,
  answer: AnswerBytes,
  { coding, bytes }: Form,
): HandlerAnswer {
  const headers = {
    ...commonHeaders(result),
    ...(bytes && contentHeaders(asked, coding)),
  };
  const tag = answer.tag(coding);
  return { status: bytes ? 200 : 304, headers: tag ? { ...headers, etag: tag } : headers, bytes };
}

/** What says in which form the bytes are. */
export function contentHeaders(
  { fileName, format }: AskedForm,
  coding: Coding,
): Readonly<Record<string, string>> {
  const { contentType, extension } = format;
  return {
    'content-type': contentType,
    ...(coding !== 'identity' && { 'content-encoding': coding }),
    ...(extension && {
      'content-disposition': `attachment; filename="${fileName}.${extension}"`,
    }),
  };
}

/** What says how the rows came about, and who may keep them. */
export function commonHeaders(result: RunResult): Record<string, string> {
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
  answer: AnswerBytes,
  codings: readonly Coding[],
): Coding | undefined {
  const header = headers['if-none-match'];
  if (header === undefined || !answer.isTagged) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const has = (isWanted: (tag: string) => boolean) =>
    codings.find((coding, index) => mayBe(coding, index) && isWanted(answer.tag(coding) ?? ''));
  const exact = has((tag) => tag === header);
  if (exact) return exact;
  const wanted = readIfNoneMatch(header);
  return wanted === '*' ? codings[0] : has((tag) => wanted.has(tag));
}

/** Bytes without a coding are only for those who ask for nothing else. */
function mayBe(coding: Coding, index: number): boolean {
  return index === 0 || coding !== 'identity';
}

import type { IncomingHttpHeaders } from 'node:http';
import type { RunResult } from '../../execution/run-result.ts';
import { acceptedCodings, type Coding, fastestCoding } from '../../server/content-coding.ts';
import type { HandlerAnswer } from '../../server/handler-answer.ts';
import type { Format } from '../../values/formats.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { cacheControl, cacheStatus, readIfNoneMatch, VARY } from './cache-headers.ts';

/** The parts of a request that decide the form of its answer. */
export interface RequestedForm {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly format: Format;
  /** Name of a downloaded file, without its extension. */
  readonly fileName: string;
}

/** The answer if its bytes are cached; 304 if the client has them. */
export function cachedResponse(
  form: RequestedForm,
  result: RunResult,
  answer: AnswerBytes,
): HandlerAnswer | undefined {
  const codings = codingsOf(form, answer);
  const unchanged = unchangedCoding(form, answer, codings);
  if (unchanged) return represent(form, result, answer, { coding: unchanged, bytes: undefined });
  const [best = 'identity'] = codings;
  const bytes = answer.get(best);
  return bytes && represent(form, result, answer, { coding: best, bytes });
}

/** The answer once its bytes are encoded, in the coding that is fastest. */
export async function createResponse(
  form: RequestedForm,
  result: RunResult,
  answer: AnswerBytes,
): Promise<HandlerAnswer> {
  const codings = codingsOf(form, answer);
  const [best = 'identity'] = codings;
  const quick = fastestCoding(codings);
  const bytes = await answer.encode(quick);
  // Cached answers are likely to be requested again: encode the best coding too.
  if (best !== quick && answer.isTagged) answer.encode(best).catch(() => undefined);
  return represent(form, result, answer, { coding: quick, bytes });
}

function codingsOf({ headers }: RequestedForm, { plain }: AnswerBytes): readonly Coding[] {
  return acceptedCodings(headers, plain.length);
}

/** Bytes in a content coding; undefined for a 304. */
interface CodedBytes {
  readonly coding: Coding;
  readonly bytes: Buffer | undefined;
}

function represent(
  form: RequestedForm,
  result: RunResult,
  answer: AnswerBytes,
  { coding, bytes }: CodedBytes,
): HandlerAnswer {
  const headers = {
    ...commonHeaders(result),
    ...(bytes && contentHeaders(form, coding)),
  };
  const tag = answer.tag(coding);
  return { status: bytes ? 200 : 304, headers: tag ? { ...headers, etag: tag } : headers, bytes };
}

/** `Content-*` headers of an answer with a body. */
export function contentHeaders(
  { fileName, format }: RequestedForm,
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

/** Headers about the rows' origin and cacheability, also sent with a 304. */
export function commonHeaders(result: RunResult): Record<string, string> {
  const { lifetime, ageSeconds, bytesBilled, redacted, saved, truncated } = result;
  const bytesSaved = saved.cache + saved.batching + saved.singleFlight;
  const headers: Record<string, string> = {
    'cache-control': cacheControl(lifetime),
    'cache-status': cacheStatus(result),
    vary: VARY,
  };
  if (lifetime) headers['age'] = String(ageSeconds);
  if (truncated) headers['fieldstone-truncated'] = 'true';
  if (redacted) headers['fieldstone-redacted'] = 'true';
  if (bytesBilled > 0) headers['fieldstone-bytes-billed'] = String(bytesBilled);
  if (bytesSaved > 0) headers['fieldstone-bytes-saved'] = String(bytesSaved);
  return headers;
}

/**
 * The coding in which the client already has the answer; undefined if it has none.
 *
 * The tag of any acceptable coding matches, not only that of the best: the first answer of a cache entry is sent in the
 * coding that is fastest.
 */
function unchangedCoding(
  { method, headers }: RequestedForm,
  answer: AnswerBytes,
  codings: readonly Coding[],
): Coding | undefined {
  const header = headers['if-none-match'];
  if (header === undefined || !answer.isTagged) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const has = (isWanted: (tag: string) => boolean) =>
    codings.find(
      (coding, index) => isAcceptable(coding, index) && isWanted(answer.tag(coding) ?? ''),
    );
  const exact = has((tag) => tag === header);
  if (exact) return exact;
  const wanted = readIfNoneMatch(header);
  return wanted === '*' ? codings[0] : has((tag) => wanted.has(tag));
}

/** `identity` matches only if it is the client's first choice. */
function isAcceptable(coding: Coding, index: number): boolean {
  return index === 0 || coding !== 'identity';
}

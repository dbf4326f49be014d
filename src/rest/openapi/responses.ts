import { STATUS_CODES } from 'node:http';
import { type ErrorCode, STATUS } from '../../errors.ts';
import type { Schema } from './schemas.ts';

const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({
  description,
  schema,
});

const count: Schema = { type: 'integer', format: 'int64', minimum: 0 };

/** Response headers by name. */
export const HEADERS: Readonly<Record<string, Schema>> = {
  'Access-Control-Allow-Origin': header(
    'The origins whose pages may read the answer; absent for those that may not.',
  ),
  'Access-Control-Expose-Headers': header('The headers that those pages may read.'),
  Age: header('Seconds since the rows were computed.', count),
  Allow: header('The methods that the path has.'),
  'Cache-Control': header('Whether and how long a private cache may keep the answer.'),
  'Cache-Status': header('Whether the rows came from the cache (RFC 9211).'),
  'Content-Disposition': header('The name of a file with the answer, for CSV and NDJSON.'),
  'Content-Encoding': header('How the answer is compressed; absent if it is not.', {
    enum: ['br', 'gzip', 'zstd'],
  }),
  ETag: header('Changes with the rows, their form and their redaction; for cached results.'),
  'Fieldstone-Bytes-Billed': header('What BigQuery bills for the answer.', count),
  'Fieldstone-Bytes-Saved': header('What it would have billed without cache and sharing.', count),
  'Fieldstone-Redacted': header('`true` where personal data was hidden.', { const: 'true' }),
  'Fieldstone-Truncated': header('`true` where rows past the maximum were cut.', {
    const: 'true',
  }),
  RateLimit: header('What is left of the requests of this minute (IETF draft).'),
  'RateLimit-Policy': header('How many requests a minute the key may send (IETF draft).'),
  'Retry-After': header('Seconds to wait before the next attempt.', count),
  'Server-Timing': header(
    'What took how long in milliseconds: `queue` (to be compiled, and for the engine), `engine` (absent for cached rows) and `encode` (absent for streams).',
  ),
  Vary: header('The request headers that the answer depends on.'),
  'WWW-Authenticate': header('How to send a key.'),
  'X-Content-Type-Options': header('Browsers take the answer for nothing but its type.', {
    const: 'nosniff',
  }),
  'X-Request-Id': header("The request's id, as in the log.", { type: 'string', format: 'uuid' }),
};

/** What is said of rows, those that are unchanged too. */
export const ROWS_HEADERS: readonly string[] = [
  'Fieldstone-Bytes-Billed',
  'Fieldstone-Bytes-Saved',
  'Fieldstone-Redacted',
  'Fieldstone-Truncated',
];

const ALWAYS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Cache-Control',
  'Content-Encoding',
  'RateLimit',
  'RateLimit-Policy',
  'Vary',
  'X-Content-Type-Options',
  'X-Request-Id',
];

/** References to headers by name, with those of every answer. */
export function headersOf(...names: readonly string[]): Schema {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const HTTP_STATUS: Schema = { type: 'integer', format: 'int32', minimum: 400, maximum: 599 };

const GOOGLE_REASON: Schema = {
  type: 'object',
  properties: { reason: { type: 'string' }, message: { type: 'string' } },
  required: ['reason', 'message'],
};

/** Schema of an error: RFC 9457 with the member `error` that clients of BigQuery's API read. */
export const PROBLEM: Schema = {
  type: 'object',
  description: 'A failure (RFC 9457).',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The name of the status.' },
    status: HTTP_STATUS,
    detail: { type: 'string', description: 'What was wrong, and what would be right.' },
    code: { enum: Object.keys(STATUS), description: 'A stable code.' },
    requestId: { type: 'string', format: 'uuid' },
    traceId: {
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
      description: 'The id of the trace, where the operator collects traces.',
    },
    error: {
      type: 'object',
      description: "The same as Google's APIs say it.",
      properties: {
        code: HTTP_STATUS,
        message: { type: 'string' },
        status: { type: 'string' },
        errors: { type: 'array', minItems: 1, maxItems: 1, items: GOOGLE_REASON },
      },
      required: ['code', 'message', 'status', 'errors'],
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'error'],
};

/** Further statuses of a code, beside the one in `STATUS`. */
const MORE_STATUSES: Readonly<Record<number, string>> = {
  414: 'REQUEST_TOO_LARGE',
  431: 'REQUEST_TOO_LARGE',
};

const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The responses for each error status. */
export const FAILURES: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...codesByStatus()].map(([status, codes]) => [
    `Failure${status}`,
    {
      description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      headers: headersOf(...(HEADERS_OF[status] ?? [])),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** References to the responses for these error statuses; all by default. */
export function failuresOf(statuses?: readonly number[]): Schema {
  const named = statuses ?? [...codesByStatus().keys()];
  return Object.fromEntries(
    named.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );
}

function codesByStatus(): ReadonlyMap<number, readonly string[]> {
  const byStatus = Map.groupBy<number, string>(
    Object.keys(STATUS),
    (code) => STATUS[code as ErrorCode],
  );
  for (const [status, code] of Object.entries(MORE_STATUSES)) byStatus.set(Number(status), [code]);
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}

import { STATUS_CODES } from 'node:http';
import { STATUS } from '../../errors.ts';
import type { Schema } from './schemas.ts';

const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({
  description,
  schema,
});

/** Response headers by name. */
export const HEADERS: Readonly<Record<string, Schema>> = {
  Age: header('Seconds since the rows were computed.', { type: 'integer', minimum: 0 }),
  Allow: header('The methods that the path has.'),
  'Cache-Control': header('How long a private cache may keep the answer.'),
  'Cache-Status': header('Whether the rows came from the cache (RFC 9211).'),
  'Content-Disposition': header('The name of a file with the answer, for CSV and NDJSON.'),
  ETag: header('Changes with the rows, their form and their redaction; for kept results.'),
  'Fieldstone-Truncated': header('`true` where rows past the maximum were cut.', {
    const: 'true',
  }),
  RateLimit: header('What is left of the requests of this minute (IETF draft).'),
  'RateLimit-Policy': header('How many requests a minute the key may send (IETF draft).'),
  'Retry-After': header('Seconds to wait before the next attempt.', {
    type: 'integer',
    minimum: 0,
  }),
  'Server-Timing': header(
    'What took how long in milliseconds: `queue`, `engine` (absent for kept rows) and `encode` (absent for streams).',
  ),
  'WWW-Authenticate': header('How to send a key.'),
  'X-Request-Id': header("The request's id, as in the log.", { type: 'string', format: 'uuid' }),
};

const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** References to headers by name. */
export function headersOf(...names: readonly string[]): Schema {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Schema of an error: RFC 9457 with the member `error` that clients of BigQuery's API read. */
export const PROBLEM: Schema = {
  type: 'object',
  description: 'A failure (RFC 9457).',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What was wrong, and what would be right.' },
    code: { enum: Object.keys(STATUS), description: 'A stable code.' },
    requestId: { type: 'string', format: 'uuid' },
    error: {
      type: 'object',
      description: "The same as Google's APIs say it.",
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        status: { type: 'string' },
        errors: { type: 'array', items: { type: 'object' } },
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
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries(STATUS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, code] of Object.entries(MORE_STATUSES)) byStatus.set(Number(status), [code]);
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}

import type { FieldstoneError } from '../../../src/errors.ts';
import {
  emptyPage,
  missingToken,
  nextToken,
  repeatedToken,
  shortPage,
  wrongTotal,
} from '../../support/bigquery/page-faults.ts';
import {
  cut,
  delay,
  html,
  incomplete,
  neverComplete,
  noJson,
  reset,
  silent,
  status,
  unauthorized,
  wrongLength,
} from '../../support/bigquery/replies.ts';
import {
  dropCell,
  dropColumn,
  noColumns,
  noSchema,
  nullInRequired,
  putCell,
  remodeColumn,
  renameColumn,
  retypeColumn,
} from '../../support/bigquery/schema-drift.ts';
import type { Reply, Rule } from '../../support/bigquery/script.ts';

/** One thing that goes wrong on the wire, and what a caller then sees. */
export interface Fault {
  /** The class that it belongs to. */
  readonly number: number;
  readonly name: string;
  readonly rules: readonly Rule[];
  /** `OK` is the complete right answer. */
  readonly code: FieldstoneError['code'] | 'OK';
  /** Submissions that reach BigQuery; undefined where that is not the point. */
  readonly submissions?: number;
  /** Cancellations that reach it; whether there is one may depend on how far the job came. @default 0 */
  readonly cancels?: number | 'any';
}

const SUBMIT = 'POST /queries';
const PAGE = 'GET /queries/{jobId}';

/** Tries of one request. */
const TRIES = 3;

const always = (reply: Reply): readonly Rule[] => [{ match: SUBMIT, reply }];
const onSubmit = (times: number, reply: Reply): readonly Rule[] => [
  { match: SUBMIT, times, reply },
];
const onPage = (reply: Reply, times = Number.POSITIVE_INFINITY): readonly Rule[] => [
  { match: PAGE, times, reply },
];

/** Fails for a while, and for ever. */
function passing(number: number, name: string, reply: Reply, code: Fault['code']): Fault[] {
  return [
    { number, name: `${name} twice`, rules: onSubmit(2, reply), code: 'OK', submissions: TRIES },
    { number, name: `${name} for ever`, rules: always(reply), code, submissions: TRIES },
  ];
}

function final(number: number, name: string, reply: Reply, code: Fault['code']): Fault {
  return { number, name, rules: always(reply), code, submissions: 1 };
}

const TRANSPORT: readonly Fault[] = [
  ...passing(1, '503 backendError', status(503, 'backendError'), 'ENGINE_UNAVAILABLE'),
  ...passing(2, '500 internalError', status(500, 'internalError'), 'ENGINE_UNAVAILABLE'),
  ...passing(2, '502', html(502), 'ENGINE_UNAVAILABLE'),
  ...passing(2, '504', html(504), 'ENGINE_UNAVAILABLE'),
  ...passing(2, '408', html(408), 'ENGINE_UNAVAILABLE'),
  ...passing(2, 'connection reset', reset(), 'ENGINE_UNAVAILABLE'),
  ...passing(3, '429 rateLimitExceeded', status(429, 'rateLimitExceeded'), 'ENGINE_UNAVAILABLE'),
  ...passing(3, '403 rateLimitExceeded', status(403, 'rateLimitExceeded'), 'ENGINE_UNAVAILABLE'),
  final(4, '403 quotaExceeded', status(403, 'quotaExceeded'), 'ENGINE_UNAVAILABLE'),
];

const SLOW: readonly Fault[] = [
  { number: 5, name: 'slow, within the deadline', rules: always(delay(200)), code: 'OK' },
  {
    number: 5,
    name: 'slower than the deadline',
    rules: always(delay(60_000)),
    code: 'QUERY_TIMEOUT',
  },
  {
    number: 6,
    name: 'never complete',
    rules: always(neverComplete()),
    code: 'QUERY_TIMEOUT',
    submissions: 1,
    cancels: 1,
  },
  {
    number: 7,
    name: 'incomplete three times',
    rules: always(incomplete(3)),
    code: 'OK',
    submissions: 1,
  },
  { number: 14, name: 'accepted and silent', rules: always(silent()), code: 'QUERY_TIMEOUT' },
  {
    number: 14,
    name: 'silent at the second page',
    rules: onPage(silent()),
    code: 'QUERY_TIMEOUT',
    submissions: 1,
    cancels: 'any',
  },
];

const PAGES: readonly Fault[] = [
  { number: 8, name: 'page fails once', rules: onPage(status(503, 'backendError'), 1), code: 'OK' },
  { number: 8, name: 'page resets once', rules: onPage(reset(), 1), code: 'OK' },
  { number: 8, name: 'page is cut once', rules: onPage(cut(60), 1), code: 'OK' },
  {
    number: 8,
    name: 'page fails for ever',
    rules: onPage(status(503, 'backendError')),
    code: 'ENGINE_UNAVAILABLE',
  },
  { number: 8, name: 'page is cut for ever', rules: onPage(cut(60)), code: 'ENGINE_FAILED' },
  { number: 8, name: 'page names itself', rules: onPage(repeatedToken()), code: 'ENGINE_FAILED' },
  { number: 8, name: 'page names nothing', rules: onPage(nextToken('x')), code: 'ENGINE_FAILED' },
  {
    number: 8,
    name: 'first page names nothing',
    rules: always(nextToken('x')),
    code: 'ENGINE_FAILED',
  },
  {
    number: 8,
    name: 'page without its token',
    rules: onPage(missingToken()),
    code: 'ENGINE_FAILED',
  },
  {
    number: 8,
    name: 'first page without its token',
    rules: always(missingToken()),
    code: 'ENGINE_FAILED',
  },
  { number: 8, name: 'empty page', rules: onPage(emptyPage()), code: 'ENGINE_FAILED' },
  { number: 8, name: 'page lacks a row', rules: onPage(shortPage()), code: 'ENGINE_FAILED' },
  {
    number: 8,
    name: 'fewer rows than counted',
    rules: always(wrongTotal(9)),
    code: 'ENGINE_FAILED',
  },
  {
    number: 8,
    name: 'more rows than counted',
    rules: always(wrongTotal(1)),
    code: 'ENGINE_FAILED',
  },
  {
    number: 8,
    name: 'page is no longer found',
    rules: onPage(status(404, 'notFound')),
    code: 'ENGINE_FAILED',
  },
].map((fault) => ({ ...fault, code: fault.code as Fault['code'], submissions: 1 }));

const BODIES: readonly Fault[] = [
  ...passing(9, 'body cut', cut(100), 'ENGINE_FAILED'),
  ...passing(9, 'content-length too long', wrongLength(50), 'ENGINE_FAILED'),
  ...passing(9, 'content-length too short', wrongLength(-50), 'ENGINE_FAILED'),
  ...passing(9, 'HTML with 200', html(200), 'ENGINE_FAILED'),
  ...passing(9, 'no JSON', noJson('{"jobComplete":tru'), 'ENGINE_FAILED'),
  final(9, 'JSON that says nothing', noJson('{}'), 'ENGINE_FAILED'),
];

/** Columns of the answer: id, timestamp, event_message, metadata. */
const DRIFT: readonly Fault[] = (
  [
    ['column missing', dropColumn(2)],
    ['column renamed', renameColumn(2, 'message')],
    ['column of another type', retypeColumn(2, 'INTEGER')],
    ['TIMESTAMP became DATETIME', retypeColumn(1, 'DATETIME')],
    ['column became repeated', remodeColumn(2, 'REPEATED')],
    ['records no longer repeated', remodeColumn(3, 'NULLABLE')],
    ['NULL in a required column', nullInRequired(1)],
    ['no columns', noColumns()],
    ['no schema', noSchema()],
    ['cell missing', dropCell(0)],
    ['text in a TIMESTAMP', putCell(1, '2026-07-01')],
    ['float in a TIMESTAMP', putCell(1, '1782900000.5')],
    ['number in place of text', putCell(2, 7)],
    ['record in place of text', putCell(2, { f: [] })],
    ['text in place of records', putCell(3, 'x')],
    ['record with too few fields', putCell(3, [{ v: { f: [] } }])],
  ] as const
).map(([name, reply]) => final(10, name, reply, 'ENGINE_FAILED'));

/** A message with everything that no caller may read. */
const LEAKING =
  'Access Denied: Table fieldstone-test:logs.cloudflare_logs_prod: SELECT t.id FROM `x` at [1:8]';
const STATUS_OF: Readonly<Record<string, number>> = { notFound: 404, accessDenied: 403 };

const REFUSALS: readonly Fault[] = [
  {
    number: 11,
    name: 'token expired',
    rules: onSubmit(1, unauthorized()),
    code: 'OK',
    submissions: 2,
  },
  { number: 11, name: 'token refused', rules: always(unauthorized()), code: 'ENGINE_FAILED' },
  ...[
    'invalidQuery',
    'notFound',
    'accessDenied',
    'responseTooLarge',
    'resourcesExceeded',
    'stopped',
  ].map((reason) =>
    final(12, reason, status(STATUS_OF[reason] ?? 400, reason, LEAKING), 'ENGINE_FAILED'),
  ),
  final(
    13,
    'bytesBilledLimitExceeded',
    status(400, 'bytesBilledLimitExceeded', 'Query exceeded limit for bytes billed'),
    'COST_LIMIT_EXCEEDED',
  ),
];

/** Every fault on the way to BigQuery and back. */
export const FAULTS: readonly Fault[] = [
  ...TRANSPORT,
  ...SLOW,
  ...PAGES,
  ...BODIES,
  ...DRIFT,
  ...REFUSALS,
].sort((left, right) => left.number - right.number);

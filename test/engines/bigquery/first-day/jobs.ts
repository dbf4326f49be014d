import { setTimeout as sleep } from 'node:timers/promises';
import { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';
import {
  delay,
  failsLater,
  incomplete,
  neverComplete,
  status,
  unauthorized,
} from '../../../support/bigquery/replies.ts';
import { edgeRow } from '../../../support/log-rows.ts';
import { openMetadataServer } from '../../../support/metadata-server.ts';
import { asked, on, openRig, RESULTS, type Situation, SUBMIT, TABLE } from './rig.ts';

const DRY_RUN = 'POST /jobs';

const RATE_LIMIT = status(403, 'rateLimitExceeded');

/** The documented reasons that need no situation of their own, with their status. */
const REASONS = [
  ['billingTierLimitExceeded', 400, 'COST_LIMIT_EXCEEDED'],
  ['bytesBilledLimitExceeded', 400, 'COST_LIMIT_EXCEEDED'],
  ['invalidUser', 400, 'ENGINE_FAILED'],
  ['duplicate', 409, 'ENGINE_FAILED'],
  ['notFound', 404, 'ENGINE_FAILED'],
  ['notImplemented', 501, 'ENGINE_FAILED'],
  ['proxyAuthenticationRequired', 407, 'ENGINE_FAILED'],
  ['timeout', 400, 'QUERY_TIMEOUT'],
  ['stopped', 400, 'ENGINE_FAILED'],
  ['invalid', 400, 'ENGINE_FAILED'],
  ['invalidQuery', 400, 'ENGINE_FAILED'],
  ['resourcesExceeded', 400, 'ENGINE_FAILED'],
  ['responseTooLarge', 403, 'ENGINE_FAILED'],
  ['accessDenied', 403, 'ENGINE_FAILED'],
] as const;

/** Jobs from their submission to their last row. */
export const JOBS: readonly Situation[] = [
  asked('data project that runs no jobs', 'a b', () => {}, { jobProject: 'billing-1' }),
  asked(
    'a table under its full name',
    'a b',
    () => {},
    {},
    {
      places: { 'cloudflare.logs.prod': `fieldstone-test.logs.${TABLE}` },
    },
  ),
  asked('a location that is not US or EU', 'a b', on(SUBMIT, incomplete(1)), {
    location: 'europe-west3',
  }),
  {
    ...asked('20 s of silence before the first byte', 'a b', on(SUBMIT, delay(20_000))),
    isLong: true,
  },
  asked('a job that was not complete', 'a b', on(SUBMIT, incomplete(2))),
  {
    name: 'an outage that says Retry-After: 1',
    expected: 'a b after 1 s',
    isLong: true,
    try: async () => {
      const rig = await openRig();
      const reply = async () => ({ status: 503, body: {}, headers: { 'retry-after': '1' } });
      rig.server.script([{ match: SUBMIT, times: 1, reply }]);
      const begin = performance.now();
      const rows = await rig.ask();
      const waited = performance.now() - begin >= 1_000 ? 'after 1 s' : 'at once';
      return { seen: `${rows} ${waited}`, server: rig.server };
    },
  },
  ...['503 backendError', '500 internalError', '400 jobBackendError'].map((text) => {
    const [code = '', reason = ''] = text.split(' ');
    return asked(
      `an accepted job fails: ${text}`,
      'a b',
      on(SUBMIT, failsLater(Number(code), reason)),
    );
  }),
  asked('403 rateLimitExceeded at a submission', 'a b', on(SUBMIT, RATE_LIMIT)),
  asked('403 rateLimitExceeded while it is waited for', 'a b', ({ server }) =>
    server.script([
      { match: SUBMIT, reply: incomplete(1) },
      { match: RESULTS, times: 1, reply: RATE_LIMIT },
    ]),
  ),
  asked('403 rateLimitExceeded for a page', 'a b', ({ server }) => {
    server.pageRows = 1;
    server.script([{ match: RESULTS, times: 1, reply: RATE_LIMIT }]);
  }),
  {
    name: '403 rateLimitExceeded for a dry run',
    expected: 'a b',
    try: async () => {
      const rig = await openRig();
      rig.server.script([{ match: DRY_RUN, times: 1, reply: RATE_LIMIT }]);
      return { seen: await rig.ask(undefined, { isCallersSql: true }), server: rig.server };
    },
  },
  ...['quotaExceeded', 'billingNotEnabled', 'blocked'].map((reason) =>
    asked(reason, 'ENGINE_UNAVAILABLE', on(SUBMIT, status(403, reason))),
  ),
  ...REASONS.map(([reason, code, expected]) =>
    asked(reason, expected, on(SUBMIT, status(code, reason))),
  ),
  asked('tableUnavailable: another job', 'a b', on(SUBMIT, status(400, 'tableUnavailable'))),
  {
    name: 'what a job that was waited for is billed',
    expected: '10485760',
    try: async () => {
      const rig = await openRig();
      rig.server.script([{ match: SUBMIT, reply: incomplete(1) }]);
      return { seen: await rig.billed(), server: rig.server };
    },
  },
  {
    name: 'nobody waits any more',
    expected: 'QUERY_TIMEOUT, 1 cancelled',
    isLong: true,
    try: async () => {
      const rig = await openRig({ location: 'europe-west3' }, { timeoutMs: 1_500 });
      rig.server.script([{ match: SUBMIT, reply: neverComplete() }]);
      const code = await rig.ask();
      for (let i = 0; i < 50 && rig.server.counters.allCancels === 0; i += 1) await sleep(100);
      return { seen: `${code}, ${rig.server.counters.allCancels} cancelled`, server: rig.server };
    },
  },
  {
    name: 'a token is refused before its time',
    expected: 'a b of 2 tokens',
    try: async () => {
      const tokens = await openMetadataServer();
      const rig = await openRig({}, {}, (endpoint) =>
        BigQueryClient.open({ project: 'fieldstone-test', endpoint }),
      );
      rig.server.script([{ match: SUBMIT, times: 1, reply: unauthorized() }]);
      return { seen: `${await rig.ask()} of ${tokens.count()} tokens`, server: rig.server };
    },
  },
  {
    name: '100 rows of 120 KB',
    expected: '100 rows in 2 pages',
    isLong: true,
    // 12 MB in steps of one, where the least is 10.
    billed: 1.2,
    try: async () => {
      const message = 'x'.repeat(120_000);
      const rows = Array.from({ length: 100 }, (_, i) =>
        edgeRow({ at: '2026-07-01T11:00:00Z', id: String(i), message }),
      );
      // A wait that ends early would count as a page.
      const rig = await openRig({}, { rows, serverWaitMs: 20_000 });
      const answer = await rig.ask(
        "SELECT t.event_message FROM `cloudflare.logs.prod` AS t WHERE t.timestamp >= TIMESTAMP '2026-01-01'",
      );
      const pages = rig.server.counters.requests(RESULTS) + 1;
      return { seen: `${answer.split(' ').length} rows in ${pages} pages`, server: rig.server };
    },
  },
];

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const LOGS = '/api/endpoints/query/logs.all';
const STATS = '/api/endpoints/query/functions.invocation-stats';
const ASKED = 'project=demo&project_tier=PRO';

interface Remembered {
  readonly what: string;
  readonly url: string;
  /** The first members of a form, without percent encoding: what is decoded is a text of its own. */
  readonly form: (i: number) => string;
  /** Letters of its last member, which nothing reads. */
  readonly room: number;
}

const REMEMBERED: readonly Remembered[] = [
  {
    what: 'statements',
    url: LOGS,
    form: (i) => `${ASKED}&sql=SELECT/*a-comment-of-a-statement*/${i}`,
    room: 900_000,
  },
  {
    what: 'patterns',
    url: LOGS,
    form: (i) => `${ASKED}&sql=SELECT/**/REGEXP_CONTAINS('a','pattern-number-${i}')`,
    room: 900_000,
  },
  {
    what: 'arguments',
    url: STATS,
    form: (i) => `project=demo-of-many-letters-${i}&interval=1day`,
    room: 900_000,
  },
  {
    what: 'documents',
    url: '/graphql',
    form: (i) => `query={aliasOfManyLetters${i}:endpoints{name}}`,
    room: 130_000,
  },
];

test.each(REMEMBERED)('$what are remembered without the bodies that they came in', async (one) => {
  const { app, key } = await gateway();
  const headers = { 'x-api-key': key, 'content-type': 'application/x-www-form-urlencoded' };
  const send = async (i: number) => {
    const payload = `${one.form(i)}&room=${`${i} `.padEnd(one.room, 'x')}`;
    const response = await app.inject({ method: 'POST', url: one.url, payload, headers });
    expect(response.statusCode, response.body).toBe(200);
  };
  const requests = Math.ceil(60e6 / one.room);
  await send(0);
  const before = heapBytes();

  for (let i = 1; i <= requests; i += 1) await send(i);

  // The bodies have 60 MB.
  expect(heapBytes() - before).toBeLessThan(25e6);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { edgeRow } from '../support/log-rows.ts';

const ROWS = {
  'cloudflare.logs.prod': Array.from({ length: 30 }, (_, i) =>
    edgeRow({
      at: `2026-07-01T11:59:${String(i % 7).padStart(2, '0')}Z`,
      id: `row-${i}`,
      project: 'demo',
      message: `message ${i}`,
    }),
  ),
};

const ARGUMENTS = '(project: "demo", projectTier: PRO)';
const FIELDS = ['id', 'timestamp', 'eventMessage', 'metadataJson'] as const;

type Result = { logs: { rowCount: number; rows: readonly Record<string, unknown>[] } };

test('logsAll sends a projection of the selected columns, with what its order needs', async () => {
  const { graphql, runs } = await gateway({ rows: ROWS });

  await graphql(`{ logsAll${ARGUMENTS} { rows { id timestamp } } }`);
  await graphql(`{ logsAll${ARGUMENTS} { ...part } }
    fragment part on LogsAllResult { rows { ... on LogsAllRow { note: eventMessage } } }`);
  await graphql(`{ logsAll${ARGUMENTS} { rowCount } }`);

  expect(runs.map(({ statement }) => statement.columns.map(({ name }) => name))).toEqual([
    ['id', 'timestamp'],
    ['id', 'timestamp', 'event_message'],
    ['id', 'timestamp'],
  ]);
});

test('the REST path and endpoints that keep their rows always send all columns', async () => {
  const { graphql, rest, runs } = await gateway({ rows: ROWS });

  await rest('logs.all', { project: 'demo', project_tier: 'PRO' });
  await graphql('{ usageApiCounts(project: "demo", interval: HOURLY) { rowCount } }');

  expect(runs.map(({ statement }) => statement.columns.length)).toEqual([4, 5]);
});

test('any selection shows what the whole rows show', async () => {
  const { graphql } = await gateway({ rows: ROWS });
  const ask = async (fields: readonly string[]) => {
    const { data } = await graphql<Result>(
      `{ logs: logsAll${ARGUMENTS} { rowCount rows { ${fields.join(' ')} } } }`,
    );
    return data.logs;
  };
  const whole = await ask(FIELDS);

  await fc.assert(
    fc.asyncProperty(fc.subarray([...FIELDS], { minLength: 1 }), async (fields) => {
      const { rowCount, rows } = await ask(fields);
      expect(rowCount).toBe(30);
      expect(rows).toEqual(
        whole.rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]]))),
      );
    }),
    { numRuns: 30 },
  );
});

test('a page of a view reads the selected columns and pages as the whole does', async () => {
  const { graphql, runs } = await gateway({ rows: ROWS });
  type Page = { v: { edge: { endCursor: string; rows: { eventMessage: string }[] } } };
  const messages: string[] = [];
  let after: string | null = null;

  for (let page = 0; page < 3; page += 1) {
    const cursor: string = after === null ? 'null' : JSON.stringify(after);
    const { data } = await graphql<Page>(
      `{ v: logsAllViews${ARGUMENTS} { edge(limit: 10, after: ${cursor}) { endCursor rows { eventMessage } } } }`,
    );
    messages.push(...data.v.edge.rows.map(({ eventMessage }) => eventMessage));
    after = data.v.edge.endCursor;
  }

  expect(new Set(messages).size).toBe(30);
  expect(runs[0]?.statement.columns.map(({ name }) => name)).toEqual([
    'timestamp',
    'id',
    'event_message',
  ]);
});

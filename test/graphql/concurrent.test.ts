import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { OWN, SECRET, tenantRows } from '../support/tenant-rows.ts';

const LOGS =
  'query ($p: String!, $r: Boolean) { logsAll(project: $p, projectTier: PRO, redactPii: $r) { rows { id eventMessage } meta { redacted } } }';
const COUNTS =
  'query ($p: String!, $r: Boolean) { usageApiCounts(project: $p, interval: DAILY, redactPii: $r) { rowCount meta { redacted } } }';
const VIEWS =
  'query ($p: String!, $r: Boolean) { logsAllViews(project: $p, projectTier: PRO, redactPii: $r) { edge { rows { id } meta { redacted } } auth { rows { id } } } }';
const LIST = '{ endpoints { name parameters { pinned } redacted } }';

test('operations of several keys at once are answered as each is alone', async () => {
  const asked = await gateway({ rows: tenantRows('2026-07-01T11:59:00Z') });
  const callers = [
    {},
    { redact: true },
    { sandbox: false },
    { pins: new Map([['project', 'mine']]) },
    { pins: new Map([['project', 'other']]) },
    { endpoints: new Set(['usage.api-counts']) },
  ];
  const questions = callers.flatMap((caller) => {
    const headers = { 'x-api-key': asked.keys.add(caller) };
    return [LOGS, COUNTS, VIEWS, LIST].flatMap((query) =>
      ['mine', 'other'].flatMap((p) =>
        [true, false].map((r) => () => asked.graphql(query, { p, r }, headers)),
      ),
    );
  });
  const shown = (answer: object) =>
    JSON.stringify(answer, (name, value) => (name === 'requestId' ? 0 : value));

  const alone: string[] = [];
  for (const ask of questions) alone.push(shown(await ask()));
  const together = await Promise.all(questions.map(async (ask) => shown(await ask())));

  expect(together).toEqual(alone);
  // The rows of both tenants were there to be mixed up, and keys differ in what they see.
  const perCaller = alone.length / callers.length;
  const seen = callers.map((_, i) => alone.slice(i * perCaller, (i + 1) * perCaller).join());
  const sees = (mark: string) => seen.map((text) => text.includes(mark));
  expect(sees(OWN)).toEqual([true, true, true, true, false, false]);
  expect(sees(SECRET)).toEqual([true, true, true, false, true, false]);
  expect(sees('"redacted":false')).toEqual([true, false, true, true, true, true]);
});

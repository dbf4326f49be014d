import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test, vi } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { Registry } from '../../src/catalog/registry.ts';
import type { RunRequest } from '../../src/execution/request.ts';
import { Runner } from '../../src/execution/runner.ts';
import { live } from '../support/live.ts';
import { PROJECT } from '../support/project.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testCaller } from '../support/test-caller.ts';

const registry = new Registry(prepareEndpoints(PROJECT));
const runner = new Runner(new ScriptedSource(), { dataSource: 'test' });

const KEY = testCaller({ keyId: 'a' });

/** A request as a caller writes it. */
interface Asked {
  readonly endpoint: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly sql: string | undefined;
  readonly pinned: string | undefined;
  readonly keyId: string;
  readonly redact: boolean;
  readonly undeclared: Readonly<Record<string, string>>;
}

async function keyOf({ endpoint, sql, pinned, keyId, redact, ...asked }: Asked): Promise<string> {
  const pins = new Map(pinned === undefined ? [] : [['project', pinned]]);
  const caller = { ...KEY, keyId, pins };
  const request: RunRequest = {
    endpoint: registry.find(endpoint, caller),
    caller,
    arguments: { ...asked.undeclared, ...asked.arguments },
    sql,
    redact,
    via: 'rest',
  };
  return (await runner.plan(request, live())).key;
}

const STATS_ID = '72d0dd4c-200e-455f-8fd0-5d750e82d770';

/** What the specification says that decides the rows, worked out apart from the code under test. */
function meaningOf({ endpoint, arguments: given, sql, pinned }: Asked): string {
  const isStats = endpoint === STATS_ID || endpoint === 'functions.invocation-stats';
  const { project, interval = '', function_id: functionId = '' } = given;
  const meaning = isStats
    ? ['5min', '15min', '1hr', '1day', '7day'].includes(interval)
      ? interval
      : '1day'
    : interval;
  return JSON.stringify([
    isStats,
    pinned === undefined ? ['any', project] : ['pinned', pinned],
    meaning,
    isStats && functionId !== '' ? functionId : null,
    sql === undefined ? null : sql.replace(/\s+/g, ' ').trim().toUpperCase(),
  ]);
}

const names = fc.constantFrom('a', 'b', 'A', 'a|b', "a'", 'ä', 'a","b', '["a"]', 'null');

const asked: fc.Arbitrary<Asked> = fc
  .record({
    endpoint: fc.constantFrom('functions.invocation-stats', STATS_ID, 'usage.api-counts'),
    project: names,
    isPinned: fc.boolean(),
    interval: fc.constantFrom('5min', '1day', 'never', ''),
    count: fc.constantFrom('minutely', 'hourly'),
    functionId: fc.constantFrom(undefined, '', 'f1', 'f2', 'null', 'undefined'),
    sql: fc.constantFrom(undefined, undefined, 'SELECT 1', 'select  1', ' SELECT\n1', 'SELECT 2'),
    keyId: fc.constantFrom('a', 'b'),
    redact: fc.boolean(),
    undeclared: fc.dictionary(fc.constantFrom('x', 'utm', 'PROJECT', 'sql_', '__proto__'), names),
  })
  .map(({ endpoint, project, isPinned, interval, count, functionId, ...rest }) => ({
    ...rest,
    endpoint,
    pinned: isPinned ? project : undefined,
    arguments:
      endpoint === 'usage.api-counts'
        ? { interval: count, project }
        : { project, interval, ...(functionId !== undefined && { function_id: functionId }) },
  }));

test('two requests share a key exactly when they mean the same, over 20 000 random pairs', async () => {
  let equal = 0;

  await fc.assert(
    fc.asyncProperty(asked, asked, async (left, right) => {
      const mean = meaningOf(left) === meaningOf(right);
      if (mean) equal += 1;
      expect((await keyOf(left)) === (await keyOf(right))).toBe(mean);
    }),
    { numRuns: 20_000 },
  );

  // The pairs are not all different, or the test would say little.
  expect(equal).toBeGreaterThan(20);
});

test('the key depends on the data source and on the definition', async () => {
  const other = new Runner(new ScriptedSource(), { dataSource: 'elsewhere' });
  const request = {
    endpoint: registry.find('usage.api-counts', KEY),
    caller: KEY,
    arguments: { project: 'a', interval: 'hourly' },
    sql: undefined,
    redact: false,
    via: 'rest' as const,
  };
  const changed = { ...request, endpoint: { ...request.endpoint, version: 'changed' } };

  const plans = await Promise.all([
    runner.plan(request, live()),
    other.plan(request, live()),
    runner.plan(changed, live()),
  ]);

  expect(new Set(plans.map(({ key }) => key)).size).toBe(3);
});

test('planRun checks a pattern once for all equal questions, and refuses a bad one each time', async () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  const asked = (project: string): Asked => ({
    endpoint: 'usage.api-counts',
    arguments: { project, interval: 'hourly' },
    sql: undefined,
    pinned: undefined,
    keyId: 'a',
    redact: false,
    undeclared: {},
  });
  const compiled: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await keyOf(asked('a pattern of this test|b'));
    compiled.push(compile.mock.calls.length);
    await expect(keyOf(asked('('))).rejects.toThrow('is not a valid regular expression');
    compile.mockClear();
  }

  expect(compiled).toEqual([1, 0, 0]);
});

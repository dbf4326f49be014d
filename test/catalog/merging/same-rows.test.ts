import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { BatchingSource } from '../../../src/sources/batching/batching-source.ts';
import { type Answer, EngineSource, type Plan, type Source } from '../../../src/sources/source.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { filledStore } from '../../support/filled-store.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { live } from '../../support/live.ts';
import { type Invocation, invocationRow } from '../../support/log-rows.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { statsPlan } from '../../support/stats-plan.ts';

const INTERVALS = ['5min', '15min', '1hr', '1day', '7day'];
const NOW = '2026-07-01T12:34:56.789Z';
const IDS = [
  'f1',
  'f2',
  "it's",
  'a"b',
  'back\\slash',
  'ünï-ß',
  'u\u0308nï-ß',
  '🦊',
  'NULL',
  '%',
  ' f1',
  'f1 ',
  'F1',
  'line\nbreak',
];
const UNKNOWN = ['nosuch', "' OR '1'='1", '@function_id', '\u{10ffff}', '\ufffd'];

/** Calls of every function in every window, of two projects, some without time and some that failed. */
function invocations(): readonly object[] {
  const ages = [0, 1, 1, 61, 400, 3_000, 3_700, 50_000, 90_000, 500_000];
  return ages.flatMap((age, i) => [
    ...IDS.map((functionId, j) => invocationRow(invocation(age, functionId, i + j))),
    ...IDS.map((functionId) => sharedRecord(age, functionId, i % 2 === 0 ? 'demo' : 'other')),
  ]);
}

function invocation(age: number, functionId: string, seed: number): Invocation {
  return {
    at: new Date(Date.parse(NOW) - age * 1_000 - seed).toISOString(),
    functionId,
    project: seed % 3 === 0 ? 'other' : 'demo',
    ms: seed % 5 === 0 ? null : seed * 37,
    status: seed % 4 === 0 ? 500 : 200,
  };
}

/** A record with entries of several functions, and perhaps of two projects. */
function sharedRecord(age: number, functionId: string, project: string): object {
  return {
    timestamp: new Date(Date.parse(NOW) - age * 1_000).toISOString(),
    metadata: [
      { project_ref: 'demo', function_id: 'f1', execution_time_ms: age, response: [] },
      {
        project_ref: project,
        function_id: functionId,
        execution_time_ms: 7,
        response: [{ status_code: 404 }, { status_code: 200 }],
      },
    ],
  };
}

/** The source that merges, the same without merging, and what reached the engine through the first. */
async function sources(store: TableFiles) {
  const engine = new DuckDbEngine({ files: store, processes: sharedProcesses() });
  onTestFinished(() => engine.close());
  const alone = new EngineSource(engine, () => 0n);
  const watched = new ScriptedSource((plan, run) => alone.answer(plan, run));
  return { alone, watched };
}

/** The answers without how long they took. */
async function ask(source: Source, plans: readonly Plan[]): Promise<readonly Answer[]> {
  const run = live({ now: BigInt(Date.parse(NOW)) * 1_000n });
  const answers = await Promise.all(plans.map((plan) => source.answer(plan, run)));
  return answers.map(({ batchSavedBytes: _, times: __, ...answer }) => answer);
}

test('BatchingSource answers any functions as single runs do, in every interval, for open and pinned keys', async () => {
  const { alone, watched } = await sources(await filledStore({ 'deno-relay-logs': invocations() }));
  const functionIds = fc.uniqueArray(
    fc.oneof(
      fc.constantFrom(...IDS),
      fc.constantFrom(...UNKNOWN),
      fc
        .string({ unit: anyCharacter, minLength: 1, maxLength: 6 })
        .filter((text) => !text.includes('\0')),
    ),
    { minLength: 2, maxLength: 8 },
  );

  await fc.assert(
    fc.asyncProperty(
      functionIds,
      fc.constantFrom(...INTERVALS),
      fc.boolean(),
      async (ids, interval, isPinned) => {
        const plans = ids.map((functionId) => statsPlan({ functionId, interval, isPinned }));
        const merging = new BatchingSource(watched, { windowMs: 60_000, maxMembers: ids.length });
        watched.plans.length = 0;

        const merged = await ask(merging, plans);

        expect(merged).toEqual(await ask(alone, plans));
        expect(watched.plans).toHaveLength(1);
      },
    ),
    { numRuns: 12 },
  );
});

test('BatchingSource gives a function that nobody called all its empty buckets', async () => {
  const { watched } = await sources(await filledStore({}));
  const plans = ['f1', 'nosuch'].map((functionId) => statsPlan({ functionId, interval: '15min' }));

  const [first, second] = await ask(new BatchingSource(watched, { maxMembers: 2 }), plans);

  expect(first?.rows).toHaveLength(16);
  expect(second?.rows).toEqual(first?.rows);
  expect(watched.plans).toHaveLength(1);
});

test('BatchingSource gives the rows of single runs on the fixture rows', async () => {
  const { alone, watched } = await sources(await fixtureStore());
  const ids = ['fn-hello', 'fn-mail', 'fn-ünï', 'nosuch'];
  for (const project of ['alpha', 'beta', 'gamma-ß']) {
    for (const isPinned of [false, true]) {
      const question = { project, isPinned, now: '2026-07-01T10:05:30.5Z', interval: '15min' };
      const plans = ids.map((functionId) => statsPlan({ ...question, functionId }));

      const merged = await ask(new BatchingSource(watched, { maxMembers: ids.length }), plans);

      expect(merged).toEqual(await ask(alone, plans));
    }
  }
});

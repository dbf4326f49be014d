import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import { Runner } from '../../../src/execution/runner.ts';
import { createOperation, MAX_RUNS } from '../../../src/graphql/operation/create-operation.ts';
import { RunRecord } from '../../../src/server/run-record.ts';
import type { Answer, Source } from '../../../src/sources/source.ts';
import { KnownKeys } from '../../support/known-keys.ts';
import { live } from '../../support/live.ts';
import { PROJECT } from '../../support/project.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

const registry = new Registry(prepareEndpoints(PROJECT));
const keys = new KnownKeys();
const CALLER = keys.authenticate(keys.add());

const KEPT: Answer = {
  rows: [],
  truncated: false,
  bytesBilled: 7,
  computedAt: 0n,
  cacheStatus: 'HIT',
};

/** Whose answers for projects that are called kept are kept, and cost ten bytes for all others. */
function sourceOf(): { below: ScriptedSource; source: Source } {
  const below = new ScriptedSource(() => ({ cacheStatus: 'MISS', bytesBilled: 10 }));
  const peek: Source['peek'] = ({ identity }) => (identity.includes('kept') ? KEPT : undefined);
  return {
    below,
    source: { answer: async (plan, run) => peek(plan) ?? below.answer(plan, run), peek },
  };
}

/** One field of an operation. */
interface Field {
  readonly project: string;
  readonly redact: boolean;
}

const field: fc.Arbitrary<Field> = fc.record({
  project: fc.oneof(
    fc.nat({ max: 30 }).map((n) => `p${n}`),
    fc.nat({ max: 5 }).map((n) => `kept${n}`),
  ),
  redact: fc.boolean(),
});

/** Few fields, or more than may run. */
const operation = fc.oneof(
  fc.array(field, { maxLength: 20 }),
  fc.array(field, { minLength: 50, maxLength: 60 }),
);

type Outcome = 'kept' | 'run' | 'shared' | 'refused';

/** What must come of each field: a run for each question, twenty of them, and what is kept for nothing. */
function expectedOf(fields: readonly Field[]): readonly Outcome[] {
  const projects = new Set<string>();
  const asked = new Set<string>();
  return fields.map(({ project, redact }) => {
    if (project.startsWith('kept')) return 'kept';
    if (!projects.has(project) && projects.size === MAX_RUNS) return 'refused';
    projects.add(project);
    const question = `${project} ${redact}`;
    const isFirst = !asked.has(question);
    asked.add(question);
    return isFirst ? 'run' : 'shared';
  });
}

function outcomeOf(
  settled: PromiseSettledResult<{ cacheStatus: string; bytesBilled: number }>,
): Outcome {
  if (settled.status === 'rejected') return 'refused';
  const { bytesBilled, cacheStatus } = settled.value;
  expect(bytesBilled).toBe(cacheStatus === 'MISS' ? 10 : 0);
  return ({ HIT: 'kept', MISS: 'run', COLLAPSED: 'shared' } as const)[cacheStatus] ?? 'refused';
}

test('createOperation runs each question of an operation once, and twenty at most', async () => {
  const [endpoint, caller] = [registry.find('usage.api-counts', CALLER as never), CALLER];
  if (!caller) throw new Error('The key is not known');
  await fc.assert(
    fc.asyncProperty(operation, async (fields) => {
      const { below, source } = sourceOf();
      let admitted = 0;
      const admit = async () => {
        admitted += 1;
      };
      const { outcome, run } = createOperation(new Runner(source, { dataSource: 'test' }), {
        ...live(),
        admit,
        record: new RunRecord('graphql'),
      });

      const settled = await Promise.allSettled(
        fields.map(async ({ project, redact }) =>
          run({
            endpoint,
            caller,
            arguments: { project, interval: 'hourly' },
            sql: undefined,
            redact,
            via: 'graphql',
          }),
        ),
      );

      const expected = expectedOf(fields);
      const count = (wanted: Outcome) => expected.filter((one) => one === wanted).length;
      expect(settled.map(outcomeOf)).toEqual(expected);
      expect([below.plans.length, admitted, outcome.runs.length]).toEqual(
        Array(3).fill(count('run')),
      );
      expect(outcome.results).toHaveLength(count('kept'));
      expect(outcome.hasMisses).toBe(fields.length > count('kept'));
    }),
  );
});

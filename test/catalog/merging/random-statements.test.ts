import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type PreparedEndpoint, prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { coerceArguments } from '../../../src/execution/arguments/arguments.ts';
import { planRun } from '../../../src/execution/plan.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import { loadProject, type Project } from '../../../src/project/load-project.ts';
import { BatchingSource } from '../../../src/sources/batching/batching-source.ts';
import { EngineSource, type Plan, type Source } from '../../../src/sources/source.ts';
import { completed } from '../../support/endpoints.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { fillRows } from '../../support/fill-store.ts';
import { freshFiles } from '../../support/fresh-files.ts';
import { live } from '../../support/live.ts';
import { projectFolder } from '../../support/project-folder.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testCaller } from '../../support/test-caller.ts';
import { anyRows, anyStatement, type RandomStatement, TABLES } from './random-statement.ts';

/** How many tables are made, and statements run over each. */
const TABLE_COUNT = 4;
const STATEMENT_COUNT = 40;

const tenant = { tenant: 'shop' };

/** The project of the tables, for the length of the running test. */
function openProject(): Promise<Project> {
  const fields = Object.entries(TABLES).map(
    ([name, own]) => [`tables/${name}.json`, JSON.stringify(own)] as const,
  );
  const settings = { ...tenant, tables: { orders: tenant, customers: tenant } };
  return loadProject(
    projectFolder({ 'fieldstone.json': JSON.stringify(settings), ...Object.fromEntries(fields) }),
  );
}

/** A source over tables with random rows, for the length of the running test. */
async function tablesOf({ tables }: Project, seed: number): Promise<Source> {
  const [rows] = fc.sample(anyRows, { seed, numRuns: 1 });
  const files = freshFiles(temporaryFolder());
  await fillRows(files, Object.entries(rows ?? {}), tables);
  const engine = new DuckDbEngine({ files, processes: sharedProcesses() });
  onTestFinished(() => engine.close());
  return new EngineSource(engine, () => 0n);
}

function prepared({ tables, tenant: pin }: Project, sql: string): PreparedEndpoint {
  const endpoints = [completed('random', sql, {}, tables)];
  const [endpoint] = prepareEndpoints({ endpoints, tables, tenant: pin });
  if (!endpoint) throw new Error('There is no endpoint');
  return endpoint;
}

interface Asked {
  readonly maxRows: number;
  readonly isPinned: boolean;
}

function planOf(endpoint: PreparedEndpoint, values: object, { isPinned, maxRows }: Asked): Plan {
  const { definition } = endpoint;
  const settings = { ...definition.settings, maxRows };
  const request = {
    endpoint: { ...endpoint, definition: { ...definition, settings } },
    caller: testCaller({ pins: new Map(isPinned ? [['shop', 's1']] : []) }),
    arguments: { ...values },
    sql: undefined,
    redact: false,
    via: 'rest',
  } as const;
  const checked = { values: coerceArguments(definition, request.arguments, { pins: new Map() }) };
  return planRun(
    request,
    { ...checked, redact: false, page: undefined },
    { dataSource: 'test', staleIfErrorSeconds: 0 },
  );
}

/** The rows of each plan, or the code of its error. */
async function answersOf(source: Source, plans: readonly Plan[], isOrdered: boolean) {
  const answers = await Promise.allSettled(
    plans.map(async (plan) => source.answer(plan, live({ now: 1_782_907_200_000_000n }))),
  );
  return answers.map((answer) => {
    if (answer.status === 'rejected') return { code: answer.reason.code ?? String(answer.reason) };
    const { rows, truncated } = answer.value;
    return { rows: isOrdered ? rows : rows.map(textOf).sort(), truncated };
  });
}

const textOf = (row: Row) =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value));

async function check(
  project: Project,
  source: Source,
  statement: RandomStatement,
  asked: Asked,
): Promise<void> {
  const { isOrdered, members, others, sql } = statement;
  const endpoint = prepared(project, sql);
  const { refusals, statements } = endpoint.open.merging;
  expect([sql, refusals.get('p'), statements.some(({ parameter }) => parameter === 'p')]).toEqual([
    sql,
    statement.isMerged ? undefined : expect.stringMatching(/^the query /),
    statement.isMerged,
  ]);
  // Rows without an order are cut anywhere.
  const plans = members.map((p) =>
    planOf(endpoint, { ...others, p }, isOrdered ? asked : { ...asked, maxRows: 10_000 }),
  );
  const watched = new ScriptedSource((plan, run) => source.answer(plan, run));
  const batching = new BatchingSource(watched, { windowMs: 1, maxMembers: members.length });

  const merged = await answersOf(batching, plans, isOrdered);

  const alone = await answersOf(source, plans, isOrdered);
  expect({ sql, answers: merged }).toEqual({ sql, answers: alone });
  if (alone.some((answer) => 'code' in answer)) return;
  expect([sql, watched.plans.length]).toEqual([sql, statement.isMerged ? 1 : members.length]);
}

test('merged runs of random statements over random tables answer as single runs do', async () => {
  const project = await openProject();
  const statements = fc.tuple(
    anyStatement,
    fc.record({ maxRows: fc.integer({ min: 1, max: 6 }), isPinned: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const source = await tablesOf(project, seed);
      for (const [statement, asked] of fc.sample(statements, { seed, numRuns: STATEMENT_COUNT })) {
        await check(project, source, statement, asked);
      }
    }),
    { numRuns: TABLE_COUNT, endOnFailure: true },
  );
}, 240_000);

import { expect, test } from 'vitest';
import { FORBIDDEN_TABLES, REFUSED_STATEMENTS, TABLE_PLACES } from '../../sandbox/attacks.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { PROJECT } from '../../support/project.ts';
import { SECRET, tenantRows } from '../../support/tenant-rows.ts';
import { askSandbox, INTERFACES } from './ask.ts';
import { OTHERS, SHADOWS, VIEW_SPELLINGS } from './statements.ts';

/** What no answer may name that its statement did not: tables, files, the engine, and what belongs to others. */
const UNTOLD = [
  ...PROJECT.tables.keys(),
  SECRET,
  'parquet',
  'duckdb',
  'gsql_',
  '_tenant',
  'window_start',
  '/tmp',
];

/** Sends each statement through one of the interfaces in turn; returns those that were not refused as they should be. */
async function refuseAll(
  attacked: Gateway,
  statements: readonly string[],
  routes: readonly (typeof INTERFACES)[number][] = INTERFACES,
): Promise<string[]> {
  const failures: string[] = [];
  for (const [i, sql] of statements.entries()) {
    const via = routes[i % routes.length];
    const { code, text } = await askSandbox(attacked, sql, via);
    const bare = sql.replaceAll('`', '');
    const told = UNTOLD.filter((word) => !contains(bare, word) && contains(text, word));
    if (code !== 'SQL_INVALID' || told.length > 0) failures.push(`${via} ${code} ${sql} ${told}`);
  }
  return failures;
}

function contains(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

async function attackedGateway(): Promise<Gateway> {
  return gateway({ rows: tenantRows('2026-07-01T11:00:00Z') });
}

/** Whether the next request is answered as if nothing had been. */
async function expectOrdinary(attacked: Gateway): Promise<void> {
  const { text } = await askSandbox(attacked, 'SELECT id FROM edge_logs');
  expect(text).toBe('{"result":[{"id":"belongs-to-me-id"}]}');
}

test('every interface refuses what is no view in every place of the grammar', {
  timeout: 120_000,
}, async () => {
  const attacked = await attackedGateway();
  const statements = TABLE_PLACES.flatMap((place) =>
    FORBIDDEN_TABLES.map((table) => place.replace('?', () => table)),
  );

  expect(statements.length).toBeGreaterThan(1_000);
  expect(await refuseAll(attacked, statements)).toEqual([]);
  expect(attacked.runs).toEqual([]);
  await expectOrdinary(attacked);
});

test('every interface refuses a CTE with the name of a view at every level', async () => {
  const attacked = await attackedGateway();
  const statements = SHADOWS.flatMap((place) =>
    VIEW_SPELLINGS.map((name) => place.replaceAll('?', () => name)),
  );

  expect(await refuseAll(attacked, statements)).toEqual([]);
  expect(attacked.runs).toEqual([]);
  await expectOrdinary(attacked);
});

test.each(INTERFACES)('%s refuses every statement that is no query over the views', async (via) => {
  const attacked = await attackedGateway();
  const statements = [
    ...OTHERS,
    ...REFUSED_STATEMENTS.filter((sql) => sql !== '' && !isAsked(sql)),
  ];

  expect(await refuseAll(attacked, statements, [via])).toEqual([]);
  expect(attacked.runs).toEqual([]);
  await expectOrdinary(attacked);
});

/** The corpus of refusals was written for a compiler without parameters; here `@project` is one. */
function isAsked(sql: string): boolean {
  return sql === 'SELECT @project';
}

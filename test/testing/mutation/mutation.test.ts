import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseQuery, printQuery } from '#googlesql';
import { testProject } from '../../../src/cli/test/test-project.ts';
import { readConfig } from '../../../src/config/config.ts';
import { mutationsOf } from '../../../src/testing/mutation/sites.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { caseProject } from '../support.ts';

/** The mutants of a query, with what each is printed as. */
function mutants(sql: string) {
  const tree = parseQuery(sql);
  return mutationsOf(tree).map(({ apply, name }) => [name, printQuery(apply(tree))]);
}

test('comparisons, arms, joins, aggregates and literals are changed once each', () => {
  expect(mutants('SELECT MAX(a) FROM t WHERE a >= 1 AND b IS NULL')).toEqual([
    ['MAX(a) → MIN(a)', 'SELECT MIN(a) FROM t WHERE a >= 1 AND b IS NULL'],
    ['AND without a >= 1', 'SELECT MAX(a) FROM t WHERE TRUE AND b IS NULL'],
    ['AND without b IS NULL', 'SELECT MAX(a) FROM t WHERE a >= 1 AND TRUE'],
    ['a >= 1 → a > 1', 'SELECT MAX(a) FROM t WHERE a > 1 AND b IS NULL'],
    ['1 → 2', 'SELECT MAX(a) FROM t WHERE a >= 2 AND b IS NULL'],
    ['b IS NULL → b IS NOT NULL', 'SELECT MAX(a) FROM t WHERE a >= 1 AND b IS NOT NULL'],
  ]);
});

test.each([
  ['SELECT a FROM t JOIN u ON t.a = u.a', 'INNER JOIN → LEFT JOIN'],
  ['SELECT a FROM t CROSS JOIN UNNEST(t.b)', 'CROSS JOIN → LEFT JOIN'],
  ['SELECT a OR b OR c FROM t', 'OR without b'],
  ["SELECT 'x' FROM t", "'x' → 'xx'"],
  ['SELECT TRUE FROM t', 'TRUE → FALSE'],
  ["SELECT DATE '2026-01-09' FROM t", "DATE '2026-01-09' → DATE '2026-01-08'"],
  ['SELECT 1.5 FROM t', '1.5 → 2.5'],
  ['SELECT 2.0 FROM t', '2.0 → 3.0'],
  ['SELECT COUNT(DISTINCT a) FROM t', 'COUNT(DISTINCT a) → COUNT(a)'],
  ['SELECT COUNT(*) FROM t', 'COUNT(*) → COUNT(*) + 1'],
  ['SELECT a FROM t WHERE a IN (b)', 'a IN (b) → a NOT IN (b)'],
  ['SELECT a FROM t LIMIT 5', '5 → 6'],
])('%s: %s', (sql, name) => {
  expect(mutants(sql).map(([own]) => own)).toContain(name);
});

test('what EXISTS selects is left alone; equal changes at two places have two names', () => {
  expect(mutants('SELECT a FROM t WHERE EXISTS(SELECT 1 FROM u)')).toEqual([]);
  expect(mutants('SELECT 7, 7').map(([name]) => name)).toEqual(['7 → 8', '7 → 8 (2)']);
});

const FILES = {
  'fieldstone.json': { tenant: 'shop', tables: { t: { tenant: 'shop' } } },
  'tables/t.json': [
    { name: 'shop', type: 'STRING' },
    { name: 'id', type: 'INT64' },
  ],
  'endpoints/own.sql': `-- @sandbox
WITH v AS (SELECT t.id FROM t WHERE t.id > 1 AND t.id < 9) SELECT v.id FROM v WHERE v.id != 5`,
  // The barrier of a pin has conditions of its own, in which each change is made too.
  'cases/own/bounds.json': {
    pins: { shop: 'a' },
    tables: { t: [1, 2, 9].map((id) => ({ shop: 'a', id })) },
    rows: [{ id: 2 }],
  },
};

async function mutate(files: Readonly<Record<string, unknown>>) {
  const { project } = await caseProject({ ...FILES, ...files });
  const written: string[] = [];
  const run = async () => {
    written.length = 0;
    const code = await testProject({
      project,
      config: readConfig({ DATA_DIR: join(project.folder, '.data') }),
      names: [],
      update: false,
      mutate: true,
      isColoured: false,
      processes: sharedProcesses(1),
      write: (text) => void written.push(text),
    });
    return { code, text: written.join('') };
  };
  return { project, run };
}

test('a mutant survives unless a case fails or it is said to be equivalent; what is said must be so', async () => {
  const { project, run } = await mutate({});

  expect(await run()).toEqual({
    code: 1,
    text: `1 case: 1 passed, 0 failed
SURVIVES own: 5 → 6
own: 8 mutants: 7 fail a case, 0 equivalent, 0 do not compile, 1 survive
`,
  });
  const say = (value: object) =>
    writeFileSync(join(project.folder, 'cases/own/equivalent.json'), JSON.stringify(value));
  say({ '5 → 6': 'There is no such id.' });
  expect((await run()).code).toBe(0);
  say({ '5 → 6': 'There is no such id.', '9 → 10': 'It fails.', '7 → 8': 'It is not there.' });
  const { code, text } = await run();
  expect(code).toBe(1);
  expect(text).toMatch(/equivalent\.json:1:\d+: \["9 → 10"\]: A case fails with it: leave it out/);
  expect(text).toMatch(
    /equivalent\.json:1:\d+: \["7 → 8"\]: There is no such mutant: leave it out/,
  );
});

test('views are held by cases with SQL of a caller; cases that fail have no mutants', async () => {
  const { run } = await mutate({
    'cases/own/bounds.json': {
      sql: 'SELECT id FROM v',
      tables: { t: [1, 2, 9].map((id) => ({ shop: 'a', id })) },
      rows: [{ id: 2 }],
    },
  });
  expect((await run()).text).toBe(`1 case: 1 passed, 0 failed
SURVIVES own: v.id != 5 → v.id = 5
SURVIVES own: 5 → 6
own: 8 mutants: 6 fail a case, 0 equivalent, 0 do not compile, 2 survive
`);

  const failing = await mutate({ 'cases/own/wrong.json': { tables: {}, rows: [{ id: 1 }] } });
  const { code, text } = await failing.run();
  expect(code).toBe(1);
  expect(text).not.toContain('mutants');
});

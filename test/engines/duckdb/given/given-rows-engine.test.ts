import { expect, test } from 'vitest';
import { caseProject, printAll } from '../../../testing/support.ts';

test('a plan that is used again has the rows of each run, also after one that fails', async () => {
  const cases = Array.from({ length: 40 }, (_, i) => {
    const tables = { t: Array.from({ length: i % 4 }, (_, k) => ({ id: i, part: k })) };
    const name = `cases/share/${String(i).padStart(2, '0')}.json`;
    const rows = tables.t.map(({ id, part }) => ({ id, share: 12 / id, part }));
    return [name, { tables, rows }] as const;
  });
  const project = await caseProject({
    'tables/t.json': [
      { name: 'id', type: 'INT64' },
      { name: 'part', type: 'INT64' },
    ],
    'endpoints/share.sql': 'SELECT t.id, 12 / t.id AS share, t.part FROM t',
    ...Object.fromEntries(cases),
    'cases/share/20-zero.json': { tables: { t: [{ id: 0 }] }, error: 'ENGINE_FAILED' },
  });

  expect(project.read.problems).toEqual([]);
  const printed = await printAll(project);
  expect(printed.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect(printed).toHaveLength(41);
});

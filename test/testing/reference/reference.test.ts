import { expect, test } from 'vitest';
import type { Case } from '../../../src/testing/reading/read-cases.ts';
import { differencesFrom } from './differences.ts';
import { type CaseGolden, GOLDEN_PROJECTS, readGoldens, readProject } from './goldens.ts';

test.each(GOLDEN_PROJECTS)(
  'the embedded engine answers the cases of $name as the reference does',
  async ({ file, folder }) => {
    const project = await readProject(folder);

    expect(project.read.problems).toEqual([]);
    expect(await differencesFrom(readGoldens(file), project)).toEqual([]);
    expect(project.read.cases.length).toBeGreaterThanOrEqual(50);
  },
);

test('a golden that is altered, missing or without a case is seen, and a case that has changed since', async () => {
  const { project, read } = await readProject('examples/shop');
  const names = ['all', 'one-shop', 'since', 'until', 'wrong-day'].map(
    (name) => `revenue.by-day/${name}`,
  );
  const [all, oneShop, since, until, wrongDay] = names.map(
    (name) =>
      readGoldens('./shop-goldens.json').find((golden) => golden.case === name) as CaseGolden,
  );
  const nameOf = (one: Case) => `${one.endpoint.definition.name}/${one.name}`;
  const own = read.cases.filter((one) => names.includes(nameOf(one)));
  const changes: Readonly<Record<string, Partial<Case>>> = {
    'revenue.by-day/since': { tables: new Map() },
    'revenue.by-day/wrong-day': { arguments: { since: 'no day' } },
  };
  const cases = own.map((one) => ({ ...one, ...changes[nameOf(one)] }));
  const altered = { ...all, rows: all?.rows?.toSpliced(0, 1) } as CaseGolden;
  const goldens = [altered, oneShop, since, wrongDay, { ...until, case: 'order/none' }];

  expect(
    await differencesFrom(goldens as CaseGolden[], { project, read: { cases, problems: [] } }),
  ).toEqual([
    expect.stringMatching(/^revenue.by-day\/all: \d rows? differs?$/),
    expect.stringMatching(/^revenue.by-day\/since: .+ has changed since: run "npm run oracle/),
    'revenue.by-day/until: no golden',
    expect.stringMatching(/^revenue.by-day\/wrong-day: .+ has changed since/),
    'order/none: no such case',
  ]);
});

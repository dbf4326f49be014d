import { expect, test } from 'vitest';
import { encodeResult } from '../../../src/values/encode.ts';
import { caseProject, printAll, runAll } from '../support.ts';
import { everyType, TABLE } from './every-type.ts';

test('every type is bound as it is written, at any depth, and what is left out is NULL', async () => {
  const project = await caseProject(everyType());

  expect(project.read.problems).toEqual([]);
  expect(await printAll(project)).toEqual(['ok all/empty', 'ok all/types']);
});

test('values that only tables have are read too: NaN, infinities, times as text', async () => {
  const project = await caseProject({
    'tables/t.json': TABLE,
    'endpoints/all.sql': `SELECT t.id, CAST(t.f AS STRING) AS f, t.at, t.iv, t.n FROM t ORDER BY t.id`,
    'cases/all/values.json': `{
      "tables": { "t": [
        { "id": 1, "f": "NaN", "at": "2026-07-01T14:00:00.5+02:00", "iv": "P1Y", "n": 12345678901234567890.5 },
        { "id": 2, "f": "-Infinity", "at": "2026-07-01", "n": 1 },
        { "id": "3", "f": "Infinity" }
      ] },
      "rows": []
    }`,
  });

  expect(project.read.problems).toEqual([]);
  const [result] = await runAll(project);
  const outcome = result?.outcome;
  if (outcome?.kind !== 'differs') throw new Error(JSON.stringify(outcome));
  const { columns, rows } = outcome.answer;
  expect(JSON.parse(String(await encodeResult(columns, rows))).result).toEqual([
    { id: 1, f: 'nan', at: 1782907200500000, iv: '1-0 0 0:0:0', n: '12345678901234567890.5' },
    { id: 2, f: '-inf', at: 1782864000000000, iv: null, n: '1' },
    { id: 3, f: 'inf', at: null, iv: null, n: null },
  ]);
});

import { expect, test } from 'vitest';
import { describeColumns, SqlError, spellType } from '#googlesql';
import { compile as compileCase } from '../../answer.ts';
import { readGoldens, subjects } from '../../cases.ts';
import { resolve } from '../../duckdb/compile.ts';
import { goldenSubjects, readGoldens as readFunctionGoldens } from '../../functions/goldens.ts';
import { contradicts } from './violations.ts';

const NONE: ReadonlySet<string> = new Set();

/** The statements of the goldens that the compiler takes, with the reference's rows. */
const answers = [
  ...subjects()
    .flatMap(readGoldens)
    .flatMap((golden) => {
      return 'rows' in golden ? [{ ...golden, read: () => compileCase(golden) }] : [];
    }),
  ...goldenSubjects()
    .flatMap(readFunctionGoldens)
    .flatMap(([expression, outcome]) => {
      if ('error' in outcome) return [];
      const sql = `SELECT ${expression}`;
      return [{ sql, rows: [[outcome[1]]], read: () => resolve(sql) }];
    }),
];

test('no column that is said to be required is NULL in an answer of the reference', () => {
  let required = 0;
  const wrong = answers.flatMap(({ sql, rows, read }) => {
    const columns = describe(read);
    required += columns.filter(({ type }) => type.isRequired).length;
    return columns.flatMap(({ name, type }, i) =>
      rows.some((row) => contradicts(row[i], type)) ? [`${name} ${spellType(type)}: ${sql}`] : [],
    );
  });

  expect(wrong).toEqual([]);
  expect(required).toBeGreaterThan(2000);
});

function describe(read: () => ReturnType<typeof resolve>): ReturnType<typeof describeColumns> {
  try {
    return describeColumns(read(), NONE);
  } catch (error) {
    if (error instanceof SqlError) return [];
    throw error;
  }
}

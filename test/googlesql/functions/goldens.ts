import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../duckdb/compile.ts';
import { column, evaluate, expressionOver, type Outcome, overColumns } from './evaluate.ts';
import { overParameters } from './parameters.ts';

/** An expression and what the reference says of it. */
export type Golden = readonly [expression: string, outcome: Outcome];

const GOLDENS = new URL('./goldens/', import.meta.url);

/** The subjects that there are goldens for, one file each. */
export function goldenSubjects(): string[] {
  return readdirSync(GOLDENS)
    .map((file) => file.replace('.json', ''))
    .sort();
}

/** The goldens of a subject. */
export function readGoldens(subject: string): readonly Golden[] {
  return JSON.parse(readFileSync(new URL(`${subject}.json`, GOLDENS), 'utf8'));
}

/** Writes the goldens of a subject, one a line. */
export function writeGoldens(subject: string, goldens: readonly Golden[]): void {
  const lines = goldens.map((golden) => JSON.stringify(golden));
  writeFileSync(new URL(`${subject}.json`, GOLDENS), `[\n${lines.join(',\n')}\n]\n`);
}

/** Compares a subject's goldens with the compiler and DuckDB: as constants, and over columns, expressions and parameters. */
export function testGoldens(subject: string): void {
  let connection: DuckDBConnection;

  beforeAll(async () => {
    connection = await openDatabase();
  });

  test.each(readGoldens(subject))('%s is what the reference says', async (expression, outcome) => {
    const sql = `SELECT ${expression}`;

    expect(await evaluate(connection, sql)).toEqual(outcome);
    for (const argumentOf of [column, expressionOver]) {
      const moved = overColumns(sql, argumentOf);
      if (moved !== undefined) expect(await evaluate(connection, moved)).toEqual(outcome);
    }
    const bound = overParameters(sql);
    if (bound) expect(await evaluate(connection, bound.sql, bound.parameters)).toEqual(outcome);
  });
}

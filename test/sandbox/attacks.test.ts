import { expect, test } from 'vitest';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { compile } from '../fuzz/compile.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { FORBIDDEN_TABLES, REFUSED_STATEMENTS, TABLE_PLACES } from './attacks.ts';

test.each(TABLE_PLACES)('compile accepts a view in %s', (place) => {
  const compiled = compile(place.replace('?', () => 'edge_logs'));

  expect(compiled).not.toBeInstanceOf(SqlError);
});

test.each(TABLE_PLACES)('compile refuses every other name in %s', (place) => {
  const accepted = FORBIDDEN_TABLES.filter(
    (table) => !(compile(place.replace('?', () => table)) instanceof SqlError),
  );

  expect(accepted).toEqual([]);
});

test.each(REFUSED_STATEMENTS)('compile refuses %j', (sql) => {
  expect(compile(sql)).toBeInstanceOf(SqlError);
});

test('compile finds a view in any case and quoting', () => {
  const written = ['EDGE_LOGS', 'Edge_Logs', '`edge_logs`', '`EDGE_LOGS`', '`edge\\x5flogs`'];

  const accepted = written.filter(
    (name) => !(compile(`SELECT 1 FROM ${name}`) instanceof SqlError),
  );

  expect(accepted).toEqual(written);
});

test('compile never reads anything but the views', () => {
  const read = TABLE_PLACES.flatMap((place) => {
    const compiled = compile(place.replace('?', () => 'postgres_logs'));
    return compiled instanceof SqlError ? [] : [...compiled.tables];
  });

  expect(read.length).toBeGreaterThan(TABLE_PLACES.length);
  expect(read.filter((name) => !(name in VIEWS))).toEqual([]);
});

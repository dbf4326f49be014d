import { arrayOf, SCALARS, type ScalarKind, type Table } from '#googlesql';
import { VIEWS } from '../../../oracle/catalog.ts';
import { PROJECT } from '../../../support/project.ts';

/** The kinds of columns of the table `t`, by column. */
export const COLUMNS = {
  i: 'INT64',
  i2: 'INT64',
  f: 'FLOAT64',
  n: 'NUMERIC',
  s: 'STRING',
  s2: 'STRING',
  b: 'BYTES',
  l: 'BOOL',
  d: 'DATE',
  dt: 'DATETIME',
  tm: 'TIME',
  ts: 'TIMESTAMP',
  iv: 'INTERVAL',
  j: 'JSON',
} as const satisfies Readonly<Record<string, ScalarKind>>;

const ARRAYS = {
  ai: arrayOf(SCALARS.INT64),
  texts: arrayOf(SCALARS.STRING),
};

const T: Table = {
  name: 't',
  columns: [
    ...Object.entries(COLUMNS).map(
      ([name, kind]) => ({ name, type: SCALARS[kind], mode: 'NULLABLE' }) as const,
    ),
    ...Object.entries(ARRAYS).map(([name, type]) => ({ name, type, mode: 'REPEATED' }) as const),
  ],
};

/** A table with a column of each type, and the views of the logs. */
export const TABLES: ReadonlyMap<string, Table> = new Map([
  [T.name, T],
  ...Object.entries(VIEWS).flatMap(([view, name]): [string, Table][] => {
    const table = PROJECT.tables.get(name);
    return table ? [[view, { ...table, name: view }]] : [];
  }),
]);

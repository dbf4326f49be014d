import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { typedRows } from '../../../src/import/parquet/typed-rows.ts';

test.each([
  ['n', [{ name: 'n', type: 'BIGNUMERIC' }]],
  [
    'r.n',
    [{ name: 'r', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'n', type: 'BIGNUMERIC' }] }],
  ],
])(
  'a table with a BIGNUMERIC %s takes no rows of Parquet, which has no such type',
  (path, fields) => {
    const options = { stored: [], source: 'x', tenant: undefined, bounds: undefined };

    expect(() => typedRows({ ...options, table: parseTable('t', fields) })).toThrow(
      `Cannot import column "${path}" of type BIGNUMERIC`,
    );
  },
);

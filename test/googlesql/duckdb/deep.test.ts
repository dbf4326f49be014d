import { expect, test } from 'vitest';
import type {
  FunctionCall,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { findFunction } from '../../../src/googlesql/functions/core/catalogue.ts';
import { NULL } from '../../../src/googlesql/functions/core/sql.ts';
import { SCALARS, type Type } from '../../../src/googlesql/types.ts';
import { compile, openDatabase, print, rowsOf } from './compile.ts';

const connection = await openDatabase();
const TERMS = 10_000;

function call(name: string, type: Type, args: readonly ResolvedExpression[]): FunctionCall {
  const definition = findFunction(name);
  if (!definition) throw new Error(`No function ${name}`);
  const lower = definition.overloads[0]?.[1] ?? (() => NULL);
  const { kind } = definition;
  return {
    kind: 'call',
    type,
    function: { name, kind, lower },
    arguments: args,
    part: undefined,
    safe: false,
  };
}

function text(value: string): ResolvedExpression {
  return { kind: 'literal', type: SCALARS.STRING, value, coercible: false };
}

/** `SELECT expression`, of a tree that leans to the left as parsers make it. */
function select(expression: ResolvedExpression): ResolvedStatement {
  const column = { id: 1, name: 'c', type: expression.type };
  const input: Scan = { kind: 'single_row', columns: [] };
  const scan: Scan = {
    kind: 'project',
    input,
    computed: [{ column, expression }],
    columns: [column],
  };
  return { scan, output: [{ name: 'c', column }], parameters: new Set() };
}

function chain(
  name: string,
  type: Type,
  term: (i: number) => ResolvedExpression,
): ResolvedExpression {
  let left = term(0);
  for (let i = 1; i < TERMS; i += 1) left = call(name, type, [left, term(i)]);
  return left;
}

test('printDuckDb takes ten thousand terms of an OR', async () => {
  const equal = (i: number) => call('$equal', SCALARS.BOOL, [text(`${i}`), text(`${TERMS - 1}`)]);

  const printed = print(select(chain('$or', SCALARS.BOOL, equal)));

  expect(await rowsOf(connection, printed)).toEqual([[true]]);
});

test('printDuckDb takes ten thousand terms of a concatenation', async () => {
  const printed = print(select(chain('$concat_op', SCALARS.STRING, () => text('x'))));

  expect(await rowsOf(connection, printed)).toEqual([['x'.repeat(TERMS)]]);
});

test('printDuckDb prints a chain of any operator without a deep stack', () => {
  const printed = print(select(chain('$subtract', SCALARS.INT64, () => text('x'))));

  expect(printed.sql.match(/'x'/g)).toHaveLength(TERMS);
});

test('printDuckDb writes SQL whose size is linear in the tree', () => {
  const size = (levels: number) => {
    let sql = 'SELECT 1 AS a, 2 AS b';
    for (let i = 0; i < levels; i += 1) {
      sql = `SELECT a + b AS a, a * b + IFNULL(a, b) AS b FROM (${sql}) WHERE a + b > 0`;
    }
    return compile(sql).sql.length;
  };

  const growth = size(40) - size(20);

  expect(growth / (size(20) - size(10))).toBeLessThan(2.2);
});

test('printDuckDb bounds the copies of CTEs that are read twice', async () => {
  const ctes = Array.from(
    { length: 25 },
    (_, i) => `w${i + 1} AS (SELECT a.x FROM w${i} AS a, w${i} AS b WHERE a.x = b.x)`,
  );

  const printed = compile(`WITH w0 AS (SELECT 1 AS x), ${ctes.join(', ')} SELECT x FROM w25`);

  expect(await rowsOf(connection, printed)).toEqual([[1]]);
});

test('printDuckDb does not double nested aggregates', () => {
  const size = (levels: number) => {
    let sql = '1.5';
    for (let i = 0; i < levels; i += 1) {
      sql = `(SELECT STDDEV(x + ${sql}) FROM (SELECT 1.0 AS x UNION ALL SELECT 2.0) ORDER BY SUM(x + ${i}.5))`;
    }
    return compile(`SELECT ${sql} AS s`).sql.length;
  };

  expect(size(12) / size(6)).toBeLessThan(2.5);
});

import type { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import { analyze, type Statement } from '../../../src/googlesql/analysis/analyze.ts';
import type {
  Column,
  ResolvedExpression,
} from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../../src/googlesql/table.ts';
import type { Row, Value } from '../../../src/googlesql/value.ts';
import { statementOf } from './checked-query.ts';

/** The engine has to be told; nothing here is billed to anybody. */
const PURPOSE = { endpoint: 'test', keyId: 'test', via: 'rest' } as const;

/** More rows than any result here has. */
const MAX_ROWS = 10_000_000;

/** Runs a statement of a caller, or one of the server's own. */
export async function runStatement(
  engine: DuckDbEngine,
  statement: Statement,
  parameters: ReadonlyMap<string, BoundParameter>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const terms = { maxRows: MAX_ROWS, isCallersSql: true, purpose: PURPOSE };
  return (await engine.run({ statement, parameters, ...terms }, { signal })).rows;
}

/** Runs a query of the server's own over a table that it calls `t`. */
export function askTable(engine: DuckDbEngine, sql: string, table: Table): Promise<readonly Row[]> {
  const tree = parseQuery(sql);
  const resolved = analyze(tree, { tables: new Map([['t', table]]), parameters: new Map() });
  return runStatement(engine, statementOf(tree, resolved), new Map(), NEVER_ABORTED);
}

/** The values of expressions that read no columns; rejects if one of them raises an error. */
export async function evaluate(
  engine: DuckDbEngine,
  expressions: readonly ResolvedExpression[],
  parameters: ReadonlyMap<string, BoundParameter>,
): Promise<readonly Value[]> {
  const computed = expressions.map((expression, i) => {
    const column: Column = { id: i + 1, name: `value_${i}`, type: expression.type };
    return { column, expression };
  });
  const columns = computed.map(({ column }) => column);
  const resolved = {
    scan: {
      kind: 'project',
      input: { kind: 'single_row', columns: [] },
      computed,
      columns,
    },
    output: columns.map((column) => ({ name: column.name, column })),
    parameters: new Set(parameters.keys()),
  } as const;
  const statement = statementOf(parseQuery('SELECT 1'), resolved);
  const [row = []] = await runStatement(engine, statement, parameters, NEVER_ABORTED);
  return row;
}

const NEVER_ABORTED = new AbortController().signal;

import type { BoundParameter, EngineQuery } from '../../src/engines/engine.ts';
import type { Statement } from '../../src/googlesql/analysis/analyze.ts';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import type { Tables } from '../../src/project/tables/tables.ts';

/** Values for named parameters, with their types. */
export type Parameters = Readonly<Record<string, BoundParameter>>;

/** A checked statement from GoogleSQL text. */
export function compileStatement(sql: string, parameters: Parameters, tables: Tables): Statement {
  const tree = parseQuery(sql);
  const types = new Map(Object.entries(parameters).map(([name, { type }]) => [name, type]));
  const resolved = analyze(tree, { tables, parameters: types });
  const columns = resolved.output.map(({ name, column }) => ({ name, type: column.type }));
  return { tree, resolved, columns };
}

/** An engine query from GoogleSQL text, by default one of the caller's own with 1000 rows. */
export function compileQuery(
  sql: string,
  parameters: Parameters = {},
  options: Partial<EngineQuery> & { readonly tables?: Tables } = {},
): EngineQuery {
  const { tables = new Map(), ...rest } = options;
  return {
    statement: compileStatement(sql, parameters, tables),
    parameters: new Map(Object.entries(parameters)),
    maxRows: 1_000,
    isCallersSql: true,
    purpose: { endpoint: 'test', keyId: 'key', via: 'rest' },
    ...rest,
  };
}

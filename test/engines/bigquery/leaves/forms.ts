import { guardTree } from '../../../../src/catalog/barrier/guarded-tree.ts';
import { analyzeOverViews } from '../../../../src/catalog/barrier/guarded-views.ts';
import { pinParameters } from '../../../../src/catalog/barrier/tenant-condition.ts';
import { statementOf } from '../../../../src/catalog/checked-statement.ts';
import type { BoundParameter } from '../../../../src/engines/engine.ts';
import { analyze, type Statement } from '../../../../src/googlesql/analysis/analyze.ts';
import { parseQuery } from '../../../../src/googlesql/syntax/parser/parser.ts';
import type { Table } from '../../../../src/googlesql/table.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';

/**
 * The forms of a statement: without a barrier, for a key that names the tenant itself, for one that is pinned to it, and
 * the same of a caller's SQL over a view of the table.
 */
export type Form = 'plain' | 'open' | 'pinned' | 'callers';

/** The tenant whose rows are asked for. */
export const TENANT = 'mine';

/** What statements may name. */
export const PARAMETERS: ReadonlyMap<string, BoundParameter> = new Map([
  ['project', { type: SCALARS.STRING, value: TENANT }],
  ['_tenant', { type: SCALARS.STRING, value: TENANT }],
  ['n', { type: SCALARS.INT64, value: 1 }],
]);

const TYPES = new Map([
  ...[...PARAMETERS].map(([name, { type }]) => [name, type] as const),
  ...pinParameters('_tenant'),
]);

/** Compiles a query over a table. An open key's query names the tenant itself, in place of each `WHERE TRUE` of `t`. */
export function compileForm(sql: string, form: Form, table: Table): Statement {
  if (form === 'callers') return compileCallers(sql, { ...table, name: BASE });
  const tables = new Map([[table.name, table]]);
  const tree = parseQuery(form === 'open' ? filtered(sql, table.tenant) : sql);
  const environment = { tables, parameters: TYPES };
  const match = { parameter: 'project', match: 'equal' } as const;
  const tenant = {
    definition: form === 'open' ? match : undefined,
    pin: form === 'pinned' ? '_tenant' : undefined,
  };
  const { resolved, tree: guarded } =
    form === 'plain'
      ? { tree, resolved: analyze(tree, environment) }
      : guardTree(tree, { ...environment, tenant });
  return statementOf(guarded, resolved);
}

/** The table below the view that callers know by its name. */
export const BASE = 'base';

function compileCallers(sql: string, table: Table): Statement {
  const tables = new Map([[table.name, table]]);
  const stored = parseQuery(`WITH logs AS (SELECT t.* FROM ${table.name} AS t) SELECT * FROM logs`);
  const tenant = { definition: undefined, pin: '_tenant' };
  const views = guardTree(stored, { tables, parameters: TYPES, tenant }).tree.with;
  if (!views) throw new Error('There is no view');
  const tree = parseQuery(sql);
  const over = analyzeOverViews(tree, { with: views, tables, parameters: TYPES }, TYPES);
  const ctes = [...over.with.ctes, ...(tree.with?.ctes ?? [])];
  return statementOf({ ...tree, with: { ...over.with, ctes } }, over.resolved);
}

function filtered(sql: string, [column, field]: Table['tenant'] = []): string {
  const condition =
    field === undefined
      ? `t.${column} = @project`
      : `EXISTS (SELECT 1 FROM UNNEST(t.${column}) AS own WHERE own.${field} = @project)`;
  return sql.replaceAll('WHERE TRUE', `WHERE ${condition}`);
}

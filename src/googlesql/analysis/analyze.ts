import { dataExcerpt, nullElementMessage } from '../data-messages.ts';
import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { Expression, Query, With } from '../syntax/tree/ast.ts';
import type { Table } from '../table.ts';
import type { Type } from '../types.ts';
import { resolveExpression } from './expressions/expressions.ts';
import { Budget } from './names/budget.ts';
import type { Environment, ResolvedQuery, Session } from './names/context.ts';
import { resolveQuery, resolveWhole } from './queries/query.ts';
import { resolveWith, withScan } from './queries/with.ts';
import { columnRef, getField, withComputed } from './resolved/build.ts';
import type { ParameterUse } from './resolved/parameter-use.ts';
import { prune } from './resolved/prune.ts';
import type {
  Column,
  Computed,
  ResolvedExpression,
  ResolvedStatement,
  Scan,
} from './resolved/resolved.ts';

/** The tables, parameters and CTEs that a query is resolved against. */
export interface AnalyzeOptions {
  /** Base tables by exact name, which includes dots. */
  readonly tables: ReadonlyMap<string, Table>;
  /** Parameter types by lower-case name. */
  readonly parameters: ReadonlyMap<string, Type>;
  /** CTEs visible to the query but not written in it; resolved first, with their own tables and parameters. */
  readonly prelude?: Prelude;
  /**
   * Takes each use of a parameter that has no type in `parameters`; without it such a parameter is refused. The result's
   * types are then not to be relied on, and equal names in it are left to `refuseEqualNames`.
   */
  readonly undeclared?: ParameterUse[];
  /** Called with each expression of the query and what it was resolved to, inner ones first. */
  readonly onExpression?: (node: Expression, resolved: ResolvedExpression) => void;
}

/** The CTEs of a stored query. */
export interface Prelude {
  readonly with: With;
  readonly tables: ReadonlyMap<string, Table>;
  readonly parameters: ReadonlyMap<string, Type>;
}

/** Resolves a query: binds every name and determines every type. Throws a `SqlError` for what GoogleSQL refuses. */
export function analyze(query: Query, options: AnalyzeOptions): ResolvedStatement {
  const session = newSession(options);
  const scan = options.prelude
    ? resolveUnderPrelude(query, options, options.prelude, session)
    : resolveQuery(query, environmentOf(session, options.tables));
  return finish(scan, session);
}

function finish(query: ResolvedQuery, session: Session): ResolvedStatement {
  const { scan, output } = query.isValueTable ? expandRows(query, session) : query;
  const { usedParameters } = session;
  const named = nameColumns(output);
  // What is inferred is refused with the rest of its names.
  if (!session.undeclared) refuseEqualNames(named);
  refuseUnreadable(scan, named);
  const columns = named.map(({ column }) => column);
  return { scan: prune(scan, columns), output: named, parameters: usedParameters };
}

function resolveUnderPrelude(
  query: Query,
  { tables }: AnalyzeOptions,
  prelude: Prelude,
  session: Session,
): ResolvedQuery {
  const stored: Session = { ...session, parameters: prelude.parameters };
  const before = resolveWith(prelude.with, environmentOf(stored, prelude.tables));
  const own = environmentOf(session, tables);
  const views = before.ctes.map(({ name }) => name);
  const environment: Environment = {
    ...own,
    ctes: before.scope,
    tableNames: [...views, ...own.tableNames],
  };
  // The names of the prelude are reserved.
  const inner = resolveWhole(query, environment, before.scope);
  return { ...inner, scan: withScan(prelude.with, before.ctes, inner.scan) };
}

/** What is visible to a query that has no other around it. */
export function environmentOf(session: Session, tables: ReadonlyMap<string, Table>): Environment {
  return {
    session,
    tables,
    ctes: undefined,
    tableNames: [...tables.keys()],
    outer: undefined,
    recursion: undefined,
    isSubquery: false,
  };
}

/** The state of a statement that is about to be resolved. */
export function newSession({
  parameters,
  undeclared,
  onExpression,
}: Omit<AnalyzeOptions, 'tables'>): Session {
  const budget = new Budget();
  let columns = 0;
  let ctes = 0;
  return {
    parameters,
    usedParameters: new Set(),
    undeclared,
    origins: new WeakMap(),
    budget,
    newColumn: (name, type): Column => {
      budget.checkType(type);
      columns += 1;
      return { id: columns, name, type };
    },
    newCteId: () => {
      ctes += 1;
      return ctes;
    },
    expression: onExpression
      ? (node, context) => {
          const resolved = resolveExpression(node, context);
          onExpression(node, resolved);
          return resolved;
        }
      : resolveExpression,
    query: resolveQuery,
  };
}

/** Turns the rows of SELECT AS STRUCT into columns, where nothing reads them as structs. */
function expandRows(query: ResolvedQuery, { newColumn }: Session): ResolvedQuery {
  const [row] = query.output;
  if (row?.column.type.kind !== 'STRUCT') return query;
  const struct = columnRef(row.column);
  const output = row.column.type.fields.map(({ name, type }, i) => {
    return { name, column: newColumn(name, type), expression: getField(struct, i) };
  });
  const scan = withComputed(query.scan, output);
  const named = output.map(({ name, column }) => ({ name, column, literal: undefined }));
  return { scan, output: named, isValueTable: false };
}

/** Names the anonymous columns `f0_`, `f1_`, … */
function nameColumns(output: ResolvedQuery['output']): ResolvedStatement['output'] {
  let anonymous = 0;
  return output.map(({ name, column }) => {
    if (name !== '') return { name, column };
    anonymous += 1;
    return { name: `f${anonymous - 1}_`, column };
  });
}

/** Refuses columns of equal names, and fields of one struct, which would be ambiguous in results. */
export function refuseEqualNames(output: ResolvedStatement['output']): void {
  const repeated = repeatedNames(output);
  if (repeated.length > 0) {
    throw new SqlError(
      `Duplicate column names in the result are not supported. Found duplicate(s): ${excerpt(repeated.join(', '))}`,
    );
  }
  for (const { name, column } of output) refuseEqualFields(name, column.type);
}

function refuseEqualFields(column: string, type: Type): void {
  if (type.kind === 'ARRAY') refuseEqualFields(column, type.element);
  if (type.kind !== 'STRUCT') return;
  const [repeated] = repeatedNames(type.fields.filter(({ name }) => name !== ''));
  if (repeated !== undefined) {
    throw new SqlError(
      `Duplicate field names in a STRUCT of the result are not supported. Found duplicate(s) in column ${excerpt(column)}: ${excerpt(repeated)}`,
    );
  }
  for (const field of type.fields) refuseEqualFields(column, field.type);
}

/** The names, each once, that others before them have too. */
function repeatedNames(named: readonly { readonly name: string }[]): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of named) {
    const key = name.toLowerCase();
    if (seen.has(key)) repeated.add(name);
    seen.add(key);
  }
  return [...repeated];
}

/** The maximum length of a column's or field's name in a result, as on BigQuery. */
const MAX_NAME_LENGTH = 300;

function refuseLongName(name: string): void {
  if (name.length <= MAX_NAME_LENGTH) return;
  throw new SqlError(
    `Invalid field name "${excerpt(name)}". Fields must be at most ${MAX_NAME_LENGTH} characters long`,
  );
}

/** Refuses what BigQuery cannot write to a result: long names, an array known to contain NULL. */
function refuseUnreadable(scan: Scan, output: ResolvedStatement['output']): void {
  const written = new Map(computedIn(scan).map(({ column, expression }) => [column, expression]));
  for (const { name, column } of output) {
    refuseLongName(name);
    refuseLongFields(column.type);
    const value = written.get(column);
    if (value?.kind !== 'array') continue;
    if (value.items.some((item) => item.kind === 'literal' && item.value === null)) {
      throw new SqlError(dataExcerpt(nullElementMessage([name])));
    }
  }
}

function computedIn(scan: Scan): readonly Computed[] {
  if (scan.kind === 'order_by' || scan.kind === 'limit' || scan.kind === 'with') {
    return computedIn(scan.kind === 'with' ? scan.body : scan.input);
  }
  return scan.kind === 'project' ? scan.computed : [];
}

function refuseLongFields(type: Type): void {
  if (type.kind === 'ARRAY') refuseLongFields(type.element);
  if (type.kind !== 'STRUCT') return;
  for (const field of type.fields) {
    refuseLongName(field.name);
    refuseLongFields(field.type);
  }
}

/** An output column of a statement. */
export interface OutputColumn {
  readonly name: string;
  readonly type: Type;
}

/** A checked statement, ready to be printed for any engine. */
export interface Statement {
  /** The syntax tree of the whole statement: stored CTEs, tenant filter and outer SELECT. */
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
  readonly columns: readonly OutputColumn[];
}

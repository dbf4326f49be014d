import { type Statement, sameType, type Type, typeName } from '#googlesql';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ColumnSpec } from '../endpoint/endpoint-spec.ts';
import { scalarOf } from '../endpoint/spelling.ts';
import type { Tables } from '../project/tables.ts';

/** What a stored query was compiled to. */
interface CompiledQuery {
  readonly columns: Statement['columns'];
  /** The parameters that the query names. */
  readonly used: ReadonlySet<string>;
  readonly tables: Tables;
}

/** Throws an `Error` that names the problem if a query is not what its definition says. */
export function checkQuery(definition: Endpoint, { columns, used, tables }: CompiledQuery): void {
  checkDescription(definition);
  checkParametersUsed(definition, used);
  checkColumns(definition, columns, tables);
}

function checkDescription(definition: Endpoint): void {
  if (definition.description === undefined) return;
  const first = definition.sql.split('\n', 1)[0];
  if (first !== `-- ${definition.description}`) {
    throw new Error('its query does not begin with a comment that is its description');
  }
}

function checkParametersUsed(definition: Endpoint, used: ReadonlySet<string>): void {
  for (const name of Object.keys(definition.parameters)) {
    if (!used.has(name) && !definition.derive.uses.includes(name)) {
      throw new Error(`its parameter "${name}" is used by neither its query nor its derivation`);
    }
  }
  for (const name of Object.keys(definition.derive.parameters)) {
    if (!used.has(name)) throw new Error(`its query does not use the derived parameter "${name}"`);
  }
}

function checkColumns(definition: Endpoint, columns: Statement['columns'], tables: Tables): void {
  const declared = Object.entries(definition.columns);
  for (const [name, spec] of declared) {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column) throw new Error(`its query has no result column "${name}"`);
    const type = columnType(spec, tables);
    if (!sameType(type, column.type)) {
      throw new Error(
        `its column "${name}" is declared as ${typeName(type)}, but its query gives ${typeName(column.type)}`,
      );
    }
  }
  const names = columns.map(({ name }) => name);
  const order = declared.map(([name]) => name);
  if (names.join() !== order.join()) {
    throw new Error(
      `its query gives the columns ${names.join(', ')}, but declared are ${order.join(', ')}`,
    );
  }
}

/** The GoogleSQL type of a declared column. */
function columnType(spec: ColumnSpec, tables: Tables): Type {
  if ('type' in spec) return scalarOf(spec.type);
  const [table, name] = spec.record;
  const column = tables.get(table)?.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`there is no column "${name}" in a table "${table}"`);
  return column.type;
}

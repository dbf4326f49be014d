import { SqlError } from '../../sql-error.ts';
import type { Aliased, Identifier } from '../../syntax/tree/ast.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** The name of a column that PIVOT makes: that of the aggregate, if it has one, and that of the value. */
export function pivotColumnName(
  aggregate: Identifier | undefined,
  written: Aliased | undefined,
  value: ResolvedExpression,
  at: number,
): string {
  if (written?.alias) return joined(aggregate, written.alias.name);
  const name = valueName(value);
  if (name === undefined) {
    throw new SqlError(
      'Generating a column name of this value in PIVOT is not supported: write an alias',
      written?.at ?? at,
    );
  }
  if (aggregate) return joined(aggregate, name);
  return value.type.kind !== 'STRING' && /^\d/.test(name) ? `_${name}` : name;
}

function joined(aggregate: Identifier | undefined, name: string): string {
  return aggregate ? `${aggregate.name}_${name}` : name;
}

/** The text of a constant as a name; undefined if it gives none. */
function valueName(value: ResolvedExpression): string | undefined {
  if (value.kind !== 'literal') return undefined;
  if (value.value === null) return 'NULL';
  const text = String(value.value);
  switch (value.type.kind) {
    case 'STRING':
      return text;
    case 'BOOL':
      return text.toUpperCase();
    case 'INT64':
    case 'NUMERIC':
      return text.replace('-', 'minus_').replace('.', '_point_');
    case 'DATE':
      return text.replaceAll('-', '_');
    default:
      return undefined;
  }
}

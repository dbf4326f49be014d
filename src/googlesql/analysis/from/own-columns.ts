import { SqlError } from '../../sql-error.ts';
import type { Pivot, Unpivot } from '../../syntax/tree/ast.ts';
import type { Environment } from '../names/context.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { namesUnder } from '../names/names.ts';
import { columnRef, withComputed } from '../resolved/build.ts';
import type { Column, Computed } from '../resolved/resolved.ts';

/** The input of PIVOT or UNPIVOT. */
export interface PivotInput extends ResolvedFrom {
  readonly listed: readonly { readonly name: string; readonly column: Column }[];
}

/** Gives every listed column an identity of its own: one column may be listed by several names. */
export function ownColumns(
  { scan, names }: ResolvedFrom,
  { input, kind, at }: Pivot | Unpivot,
  { session }: Environment,
): PivotInput {
  if (names.columns.some(({ isRow }) => isRow)) {
    throw new SqlError(`${kind.toUpperCase()} of a value table is not supported`, at);
  }
  const computed = names.columns.map(
    ({ name, column }): Computed => ({
      column: session.newColumn(name, column.type),
      expression: columnRef(column),
    }),
  );
  const listed = computed.map(({ column }) => ({ name: column.name, column }));
  const written = 'alias' in input ? input.alias : undefined;
  const alias = written ?? (input.kind === 'table_path' ? input.path.at(-1) : undefined);
  return {
    scan: withComputed(scan, computed),
    names: namesUnder(listed, false, alias?.name ?? '', at),
    listed,
  };
}

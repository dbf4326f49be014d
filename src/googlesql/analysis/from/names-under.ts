import { NameList } from '../names/names.ts';
import type { Column } from '../resolved/resolved.ts';

/** The names of a table under an alias; an empty alias means none. */
export function namesUnder(
  output: readonly { readonly name: string; readonly column: Column }[],
  isValueTable: boolean,
  alias: string,
  at: number,
): NameList {
  const names = new NameList();
  const [row] = output;
  if (isValueTable && row) names.addRow(alias, row.column);
  else for (const { name, column } of output) names.addColumn(name, column);
  if (alias === '') return names;
  const whole = new NameList();
  whole.merge(names);
  whole.addRange({ name: alias, names, at });
  return whole;
}

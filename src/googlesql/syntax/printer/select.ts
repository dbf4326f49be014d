import type { GroupBy, GroupingSet, GroupingSets, Select, SelectItem } from '../tree/ast.ts';
import { printWindow } from './call.ts';
import { printFrom } from './from.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';
import { printStarOf } from './special.ts';

/** Prints a SELECT with its clauses. */
export function printSelect(printer: TreePrinter, select: Select): string {
  const { items, from, where, groupBy, having, qualify, windows } = select;
  const clause = (keyword: string, expression: Select['where']): string =>
    expression ? ` ${keyword} ${printer.expression(expression, 0)}` : '';
  return [
    'SELECT',
    select.distinct ? ' DISTINCT' : '',
    select.as ? ` AS ${select.as}` : '',
    ` ${printItems(printer, items)}`,
    from ? ` FROM ${printFrom(printer, from)}` : '',
    clause('WHERE', where),
    groupBy ? ` GROUP BY ${printGroupBy(printer, groupBy)}` : '',
    clause('HAVING', having),
    clause('QUALIFY', qualify),
    printWindows(printer, windows),
  ].join('');
}

/** Prints the WINDOW clause with a leading space, or nothing. */
export function printWindows(printer: TreePrinter, windows: Select['windows']): string {
  const named = windows.map(
    ({ name, window }) => `${printIdentifier(name.name)} AS ${printWindow(printer, window)}`,
  );
  return named.length > 0 ? ` WINDOW ${named.join(', ')}` : '';
}

/** Prints a SELECT list. */
export function printItems(printer: TreePrinter, items: readonly SelectItem[]): string {
  return items.map((item) => printItem(printer, item)).join(', ');
}

function printItem(printer: TreePrinter, item: SelectItem): string {
  if (item.kind === 'select_expression') {
    const { expression, alias } = item;
    const text = printer.expression(expression, 0);
    return alias ? `${text} AS ${printIdentifier(alias.name)}` : text;
  }
  const { of, except, replace } = item;
  const star = of ? printStarOf(printer, of) : '*';
  const names = except.map(({ name }) => printIdentifier(name)).join(', ');
  const values = replace.map(
    ({ expression, alias }) =>
      `${printer.expression(expression, 0)} AS ${printIdentifier(alias.name)}`,
  );
  return (
    star +
    (except.length > 0 ? ` EXCEPT (${names})` : '') +
    (replace.length > 0 ? ` REPLACE (${values.join(', ')})` : '')
  );
}

/** Prints the keys of GROUP BY. */
export function printGroupBy(printer: TreePrinter, groupBy: GroupBy): string {
  if (groupBy.kind === 'group_by_all') return 'ALL';
  if (groupBy.kind === 'group_by_sets') return printGroupingSets(printer, groupBy.sets);
  return groupBy.items.map((item) => printer.expression(item, 0)).join(', ');
}

function printGroupingSets(printer: TreePrinter, { form, elements }: GroupingSets): string {
  const texts = elements.map((element) =>
    element.form ? printGroupingSets(printer, element) : printGroupingSet(printer, element),
  );
  return `${form} (${texts.join(', ')})`;
}

/** A set of one item has no parentheses: in others, a tuple would be a set of its fields. */
function printGroupingSet(printer: TreePrinter, { items }: GroupingSet): string {
  const texts = items.map((item) => printer.expression(item, 0));
  return texts.length === 1 ? texts.join() : `(${texts.join(', ')})`;
}

import { POSTFIX } from '../parser/expressions/precedence.ts';
import type { OrderItem, Query, Select, SelectItem, SelectStar } from '../tree/ast.ts';
import { mapKeys } from '../tree/grouping-keys.ts';
import { pipedInput } from '../tree/piped.ts';
import { printDirection, printOrderBy } from './call.ts';
import { printFrom } from './from.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';
import { printGroupBy, printItems, printWindows } from './select.ts';

type Clauses = Pick<Query, 'orderBy' | 'limit' | 'offset'>;

/** Prints a query whose SELECT has no text without pipe operators. */
export function printPipes(printer: TreePrinter, select: Select, clauses: Clauses): string {
  const { from, qualify, where } = select;
  const source = from ? printFrom(printer, from) : '';
  const operators = [
    pipedInput(from) ? source : `FROM ${source}`,
    ...[where, qualify].map((filter) => (filter ? `WHERE ${printer.expression(filter, 0)}` : '')),
    ...printOperators(printer, select, clauses),
    printLimit(printer, clauses).trimStart(),
  ];
  return operators.filter((text) => text !== '').join(' |> ');
}

function printOperators(
  printer: TreePrinter,
  select: Select,
  { orderBy }: Clauses,
): readonly string[] {
  const { distinct, groupBy, having, items, windows } = select;
  const [first, ...more] = items;
  const order = printOrderBy(printer, orderBy).trimStart();
  if (groupBy || having) {
    const isNumbered = orderBy.every(({ expression }) => expression.kind === 'literal');
    if (isNumbered) return [printAggregate(printer, select, orderBy)];
    return [printAggregate(printer, select, []), order];
  }
  const window = printWindows(printer, windows);
  if (first?.kind !== 'select_star' || !(first.rows || first.rename)) {
    const modifier = `${distinct ? ' DISTINCT' : ''}${select.as ? ` AS ${select.as}` : ''}`;
    return [`SELECT${modifier} ${printItems(printer, items)}${window}`, order];
  }
  const extended = more.length > 0 ? `EXTEND ${printItems(printer, more)}${window}` : '';
  return [extended, ...printChanges(printer, first), distinct ? 'DISTINCT' : '', order];
}

function printChanges(
  printer: TreePrinter,
  { except, rename = [], replace }: SelectStar,
): readonly string[] {
  const set = replace.map(
    ({ alias, expression }) =>
      `${printIdentifier(alias.name)} = ${printer.expression(expression, 0)}`,
  );
  const renamed = rename.map(
    ({ from, to }) => `${printIdentifier(from.name)} AS ${printIdentifier(to.name)}`,
  );
  const dropped = except.map(({ name }) => printIdentifier(name));
  const lists = { SET: set, RENAME: renamed, DROP: dropped };
  return Object.entries(lists).map(([name, list]) =>
    list.length > 0 ? `${name} ${list.join(', ')}` : '',
  );
}

/** Prints AGGREGATE, whose keys are the first columns of its list, and the order of its columns after each of them. */
function printAggregate(
  printer: TreePrinter,
  { groupBy, items }: Select,
  orderBy: readonly OrderItem[],
): string {
  const orders = new Map(
    orderBy.map((item) => [
      item.expression.kind === 'literal' && Number(item.expression.value),
      item,
    ]),
  );
  const print = (item: SelectItem, i: number): string => {
    const order = orders.get(i + 1);
    return printItems(printer, [item]) + (order ? printDirection(order, 'ASC') : '');
  };
  const columns = items.map(print);
  const { count, text } = printGroups(printer, groupBy, items, columns);
  return [
    'AGGREGATE',
    ...[columns.slice(count).join(', '), text].filter((text) => text !== ''),
  ].join(' ');
}

/** GROUP BY, and the number of columns that are its keys. */
function printGroups(
  printer: TreePrinter,
  groupBy: Select['groupBy'],
  items: readonly SelectItem[],
  columns: readonly string[],
): { readonly count: number; readonly text: string } {
  if (groupBy?.kind === 'group_by') {
    const count = groupBy.items.length;
    return { count, text: `GROUP BY ${columns.slice(0, count).join(', ')}` };
  }
  if (groupBy?.kind !== 'group_by_sets') return { count: 0, text: '' };
  let count = 0;
  const sets = mapKeys(groupBy.sets, (key) => {
    const place = key.kind === 'literal' ? Number(key.value) : 0;
    count = Math.max(count, place);
    const item = items[place - 1];
    return item?.kind === 'select_expression' ? item.expression : key;
  });
  return { count, text: `GROUP BY ${printGroupBy(printer, { ...groupBy, sets })}` };
}

/** Prints LIMIT and OFFSET with a leading space, or nothing. */
export function printLimit(
  printer: TreePrinter,
  { limit, offset }: Pick<Clauses, 'limit' | 'offset'>,
): string {
  const shifted = offset ? ` OFFSET ${printer.expression(offset, POSTFIX)}` : '';
  return limit ? ` LIMIT ${printer.expression(limit, POSTFIX)}${shifted}` : shifted;
}

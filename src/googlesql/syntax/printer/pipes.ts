import { POSTFIX } from '../parser/expressions/precedence.ts';
import type { OrderItem, Query, Select, SelectItem, SelectStar } from '../tree/ast.ts';
import { pipedInput } from '../tree/piped.ts';
import { printDirection, printOrderBy } from './call.ts';
import { printFrom } from './from.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';
import { printItems, printWindows } from './select.ts';

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
  const count = groupBy?.kind === 'group_by' ? groupBy.items.length : 0;
  const columns = items.map(print);
  const grouped = count > 0 ? [`GROUP BY ${columns.slice(0, count).join(', ')}`] : [];
  return [
    'AGGREGATE',
    ...[columns.slice(count).join(', '), ...grouped].filter((text) => text !== ''),
  ].join(' ');
}

/** Prints LIMIT and OFFSET with a leading space, or nothing. */
export function printLimit(
  printer: TreePrinter,
  { limit, offset }: Pick<Clauses, 'limit' | 'offset'>,
): string {
  const shifted = offset ? ` OFFSET ${printer.expression(offset, POSTFIX)}` : '';
  return limit ? ` LIMIT ${printer.expression(limit, POSTFIX)}${shifted}` : shifted;
}

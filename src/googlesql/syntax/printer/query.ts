import { POSTFIX } from '../parser/precedence.ts';
import type {
  GroupBy,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SetOperation,
  With,
} from '../tree/ast.ts';
import { printFrom } from './from.ts';
import { printIdentifier } from './literal.ts';
import { printOrderBy } from './order.ts';
import type { Printer } from './printer.ts';
import { printStarOf } from './special.ts';
import { printWindow } from './window.ts';

/** Prints a query with its WITH, ORDER BY, LIMIT and OFFSET. */
export function printQueryText(printer: Printer, query: Query): string {
  const { with: ctes, body, orderBy, limit, offset } = query;
  // Parentheses around a whole query have no effect, and the parser drops them.
  const isBare = ctes === undefined && orderBy.length === 0 && limit === undefined;
  if (isBare && body.kind === 'query') return printQueryText(printer, body);
  const text = printBody(printer, body) + printOrderBy(printer, orderBy);
  const limited = limit ? ` LIMIT ${printer.expression(limit, POSTFIX)}` : '';
  const shifted = offset ? ` OFFSET ${printer.expression(offset, POSTFIX)}` : '';
  return (ctes ? `${printWith(printer, ctes)} ` : '') + text + limited + shifted;
}

function printWith(printer: Printer, { recursive, ctes }: With): string {
  const items = ctes.map(
    ({ name, query }) => `${printIdentifier(name.name)} AS (${printer.query(query)})`,
  );
  return `WITH ${recursive ? 'RECURSIVE ' : ''}${items.join(', ')}`;
}

function printBody(printer: Printer, body: QueryBody): string {
  switch (body.kind) {
    case 'query':
      return `(${printer.query(body)})`;
    case 'set_operation':
      return printSetOperation(printer, body);
    case 'select':
      return printSelect(printer, body);
  }
}

/** Prints a set operation; one that is an input of another is parenthesised, which the parser reads as a query. */
function printSetOperation(printer: Printer, operation: SetOperation): string {
  const inputs = operation.inputs.map((input) => {
    const text = printBody(printer, input);
    return input.kind === 'set_operation' ? `(${text})` : text;
  });
  return inputs.join(` ${operatorText(operation)} `);
}

function operatorText({ operator, quantifier, match }: SetOperation): string {
  if (!match) return `${operator} ${quantifier}`;
  const prefix = match.mode === 'FULL' || match.mode === 'LEFT' ? `${match.mode} ` : '';
  const strict = match.mode === 'STRICT' ? 'STRICT ' : '';
  const names = match.by?.map(({ name }) => printIdentifier(name)).join(', ');
  const by = names === undefined ? '' : ` BY (${names})`;
  return `${prefix}${operator} ${quantifier} ${strict}CORRESPONDING${by}`;
}

function printSelect(printer: Printer, select: Select): string {
  const { items, from, where, groupBy, having, qualify, windows } = select;
  const clause = (keyword: string, expression: Select['where']): string =>
    expression ? ` ${keyword} ${printer.expression(expression, 0)}` : '';
  const named = windows.map(
    ({ name, window }) => `${printIdentifier(name.name)} AS ${printWindow(printer, window)}`,
  );
  return [
    'SELECT',
    select.distinct ? ' DISTINCT' : '',
    select.as ? ` AS ${select.as}` : '',
    ` ${items.map((item) => printItem(printer, item)).join(', ')}`,
    from ? ` FROM ${printFrom(printer, from)}` : '',
    clause('WHERE', where),
    groupBy ? ` GROUP BY ${printGroupBy(printer, groupBy)}` : '',
    clause('HAVING', having),
    clause('QUALIFY', qualify),
    named.length > 0 ? ` WINDOW ${named.join(', ')}` : '',
  ].join('');
}

function printItem(printer: Printer, item: SelectItem): string {
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

function printGroupBy(printer: Printer, groupBy: GroupBy): string {
  if (groupBy.kind === 'group_by_all') return 'ALL';
  const items = groupBy.items.map((item) => printer.expression(item, 0)).join(', ');
  return groupBy.kind === 'group_by_rollup' ? `ROLLUP (${items})` : items;
}

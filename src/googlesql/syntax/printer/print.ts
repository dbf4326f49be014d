import { POSTFIX } from '../parser/expressions/precedence.ts';
import type {
  Expression,
  GroupBy,
  GroupingSet,
  GroupingSets,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SelectStar,
  SetOperation,
  With,
} from '../tree/ast.ts';
import { unwrapped } from '../tree/query-of.ts';
import { printOrderBy, printWindow } from './call.ts';
import { printExpression } from './expression.ts';
import { printFrom } from './from.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';
import { printStarOf } from './special.ts';

/** Options for printing a tree. */
interface PrintOptions {
  /** The SQL text of a path in FROM: a table, a CTE or an array; default: the path itself. */
  readonly tableName?: (path: readonly string[]) => string;
}

/** Prints the tree as GoogleSQL in one canonical spelling; parsing the text gives an equal tree. */
export function printQuery(tree: Query, options: PrintOptions = {}): string {
  return treePrinter(options).query(tree);
}

/** Prints an expression as GoogleSQL writes it. */
export function printExpressionText(node: Expression): string {
  return treePrinter({}).expression(node, 0);
}

function treePrinter({ tableName }: PrintOptions): TreePrinter {
  const printer: TreePrinter = {
    query: (query) => printQueryText(printer, query),
    expression: (expression, power) => printExpression(printer, expression, power),
    tableName,
  };
  return printer;
}

/** Prints a query with its WITH, ORDER BY, LIMIT and OFFSET. */
function printQueryText(printer: TreePrinter, query: Query): string {
  // Parentheses around a whole query have no effect, and the parser drops them.
  const inner = unwrapped(query);
  if (inner !== query) return printQueryText(printer, inner);
  const { with: ctes, body, orderBy, limit, offset } = query;
  const text = printBody(printer, body) + printOrderBy(printer, orderBy);
  // After an operator, LIMIT is another one.
  const pipe = isRenamed(body) ? ' |>' : '';
  const limited = limit ? `${pipe} LIMIT ${printer.expression(limit, POSTFIX)}` : '';
  const shifted = offset ? ` OFFSET ${printer.expression(offset, POSTFIX)}` : '';
  return (ctes ? `${printWith(printer, ctes)} ` : '') + text + limited + shifted;
}

function printWith(printer: TreePrinter, { recursive, ctes }: With): string {
  const items = ctes.map(
    ({ name, query }) => `${printIdentifier(name.name)} AS (${printer.query(query)})`,
  );
  return `WITH ${recursive ? 'RECURSIVE ' : ''}${items.join(', ')}`;
}

function printBody(printer: TreePrinter, body: QueryBody): string {
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
function printSetOperation(printer: TreePrinter, operation: SetOperation): string {
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

function isRenamed(body: QueryBody): boolean {
  return body.kind === 'select' && renamedBy(body) !== undefined;
}

function renamedBy({ items: [first] }: Select): SelectStar['rename'] {
  return first?.kind === 'select_star' ? first.rename : undefined;
}

/** The operators of a SELECT that RENAME made: there is no other text for it. */
function printRenamed(
  printer: TreePrinter,
  { from, where }: Select,
  renamed: NonNullable<SelectStar['rename']>,
): string {
  const names = renamed.map(
    (one) => `${printIdentifier(one.from.name)} AS ${printIdentifier(one.to.name)}`,
  );
  const filter = where ? ` |> WHERE ${printer.expression(where, 0)}` : '';
  return `FROM ${from ? printFrom(printer, from) : ''}${filter} |> RENAME ${names.join(', ')}`;
}

function printSelect(printer: TreePrinter, select: Select): string {
  const renamed = renamedBy(select);
  if (renamed) return printRenamed(printer, select, renamed);
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

function printGroupBy(printer: TreePrinter, groupBy: GroupBy): string {
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

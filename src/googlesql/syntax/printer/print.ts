import type { Expression, Query, QueryBody, SetOperation, With } from '../tree/ast.ts';
import { needsPipes } from '../tree/piped.ts';
import { unwrapped } from '../tree/query-of.ts';
import { printOrderBy } from './call.ts';
import { printExpression } from './expression.ts';
import { printIdentifier } from './literal.ts';
import { printLimit, printPipes } from './pipes.ts';
import type { TreePrinter } from './printer.ts';
import { printSelect } from './select.ts';

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
  const { with: ctes, body, orderBy } = query;
  const text =
    body.kind === 'select' && needsPipes(body)
      ? printPipes(printer, body, query)
      : printBody(printer, body) + printOrderBy(printer, orderBy) + printLimit(printer, query);
  return (ctes ? `${printWith(printer, ctes)} ` : '') + text;
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

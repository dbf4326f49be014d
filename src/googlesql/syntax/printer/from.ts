import { COMPARISON } from '../parser/expressions/precedence.ts';
import type {
  Aliased,
  FromItem,
  Identifier,
  Join,
  Pivot,
  TablePath,
  Unpivot,
  WithOffset,
} from '../tree/ast.ts';
import { pipedInput } from '../tree/piped.ts';
import { printIdentifier, printPath } from './literal.ts';
import { printMatchRecognize } from './match-recognize.ts';
import type { TreePrinter } from './printer.ts';

/**
 * Prints the content of FROM, or a query and the pipe operators after it; joins are left-deep, so a join on the right is
 * parenthesised.
 */
export function printFrom(printer: TreePrinter, item: FromItem): string {
  switch (item.kind) {
    case 'table_path':
      return tableText(printer, item) + alias(item.alias) + offset(item.withOffset);
    case 'unnest':
      return `UNNEST(${printer.expression(item.expression, 0)})${alias(item.alias)}${offset(item.withOffset)}`;
    case 'derived_table':
      return item.keepsNames
        ? printer.query(item.query)
        : `(${printer.query(item.query)})${alias(item.alias)}`;
    case 'join':
      return printJoin(printer, item);
    case 'pivot':
      return printPivot(printer, item);
    case 'unpivot':
      return printUnpivot(printer, item);
    case 'match_recognize':
      return (
        printInput(printer, item.input) + printMatchRecognize(printer, item) + alias(item.alias)
      );
  }
}

function printInput(printer: TreePrinter, input: FromItem): string {
  return printFrom(printer, input) + (pipedInput(input) ? ' |>' : '');
}

function printPivot(printer: TreePrinter, pivot: Pivot): string {
  const { aggregates, operand, values } = pivot;
  const list = (items: readonly Aliased[]): string =>
    items.map((item) => printer.expression(item.expression, 0) + alias(item.alias)).join(', ');
  const by = printer.expression(operand, COMPARISON + 1);
  const body = `${list(aggregates)} FOR ${by} IN (${list(values)})`;
  return `${printInput(printer, pivot.input)} PIVOT (${body})${alias(pivot.alias)}`;
}

function printUnpivot(printer: TreePrinter, unpivot: Unpivot): string {
  const { includesNulls, values, name, groups } = unpivot;
  const heads = printNames(values.map((value) => printIdentifier(value.name)));
  const texts = groups.map(({ columns, label }) => {
    const names = printNames(columns.map((column) => printPath(column.names)));
    return label ? `${names} AS ${printer.expression(label, 0)}` : names;
  });
  const nulls = includesNulls ? ' INCLUDE NULLS' : '';
  const body = `${heads} FOR ${printIdentifier(name.name)} IN (${texts.join(', ')})`;
  return `${printInput(printer, unpivot.input)} UNPIVOT${nulls} (${body})${alias(unpivot.alias)}`;
}

function printNames(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `(${names.join(', ')})`;
}

function tableText({ tableName }: TreePrinter, { path }: TablePath): string {
  return tableName ? tableName(path.map(({ name }) => name)) : printPath(path);
}

function alias(name: Identifier | undefined): string {
  return name ? ` AS ${printIdentifier(name.name)}` : '';
}

function offset(withOffset: WithOffset | undefined): string {
  return withOffset ? ` WITH OFFSET${alias(withOffset.alias)}` : '';
}

const KEYWORDS: Readonly<Record<Join['type'], string>> = {
  COMMA: ', ',
  CROSS: ' CROSS JOIN ',
  INNER: ' JOIN ',
  LEFT: ' LEFT JOIN ',
  RIGHT: ' RIGHT JOIN ',
  FULL: ' FULL JOIN ',
};

function printJoin(printer: TreePrinter, { type, left, right, condition }: Join): string {
  const text = printFrom(printer, right);
  const joined = right.kind === 'join' ? `(${text})` : text;
  // Only a comma has no operator of its own.
  const keyword = KEYWORDS[pipedInput(left) && type === 'COMMA' ? 'CROSS' : type];
  return printInput(printer, left) + keyword + joined + printCondition(printer, condition);
}

function printCondition(printer: TreePrinter, condition: Join['condition']): string {
  if (condition === undefined) return '';
  if (condition.kind === 'on') return ` ON ${printer.expression(condition.expression, 0)}`;
  return ` USING (${condition.columns.map(({ name }) => printIdentifier(name)).join(', ')})`;
}

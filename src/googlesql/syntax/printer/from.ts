import type { FromItem, Identifier, Join, TablePath, WithOffset } from '../tree/ast.ts';
import { printIdentifier, printPath } from './literal.ts';
import type { Printer } from './printer.ts';

/** Prints the content of FROM; joins are left-deep, so a join on the right is parenthesised. */
export function printFrom(printer: Printer, item: FromItem): string {
  switch (item.kind) {
    case 'table_path':
      return tableText(printer, item) + alias(item.alias) + offset(item.withOffset);
    case 'unnest':
      return `UNNEST(${printer.expression(item.expression, 0)})${alias(item.alias)}${offset(item.withOffset)}`;
    case 'derived_table':
      return `(${printer.query(item.query)})${alias(item.alias)}`;
    case 'join':
      return printJoin(printer, item);
  }
}

function tableText({ tableName }: Printer, { path }: TablePath): string {
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

function printJoin(printer: Printer, { type, left, right, condition }: Join): string {
  const text = printFrom(printer, right);
  const joined = right.kind === 'join' ? `(${text})` : text;
  return printFrom(printer, left) + KEYWORDS[type] + joined + printCondition(printer, condition);
}

function printCondition(printer: Printer, condition: Join['condition']): string {
  if (condition === undefined) return '';
  if (condition.kind === 'on') return ` ON ${printer.expression(condition.expression, 0)}`;
  return ` USING (${condition.columns.map(({ name }) => printIdentifier(name)).join(', ')})`;
}

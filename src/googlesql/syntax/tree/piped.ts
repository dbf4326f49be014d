import type { DerivedTable, FromItem, QueryBody, Select } from './ast.ts';

/** The query that a FROM begins with, if its tables' names are kept, which only pipe operators do. */
export function pipedInput(from: FromItem | undefined): DerivedTable | undefined {
  if (from?.kind === 'join') return pipedInput(from.left);
  if (from && 'input' in from) return pipedInput(from.input);
  return from?.kind === 'derived_table' && from.keepsNames ? from : undefined;
}

/** Whether a SELECT has no text without pipe operators. */
export function needsPipes({ from, items: [first] }: Select): boolean {
  const isStar = first?.kind === 'select_star';
  return (
    pipedInput(from) !== undefined ||
    (isStar && (first.rows === true || first.rename !== undefined))
  );
}

/** Whether FROM may have rows of a value table, which are one column: elements of arrays, and SELECT AS STRUCT. */
export function mayHaveRows(from: FromItem): boolean {
  if (from.kind === 'join') return mayHaveRows(from.left) || mayHaveRows(from.right);
  if (from.kind === 'derived_table') {
    const { body } = from.query;
    const isKept = from.keepsNames && body.kind === 'select' && body.from;
    return isKept ? mayHaveRows(body.from) : isRowQuery(from.query);
  }
  return from.kind === 'unnest' || (from.kind === 'table_path' && from.path.length > 1);
}

function isRowQuery(body: QueryBody): boolean {
  if (body.kind === 'query') return isRowQuery(body.body);
  if (body.kind === 'set_operation') return body.inputs.some(isRowQuery);
  const [first] = body.items;
  return body.as !== undefined || (first?.kind === 'select_star' && first.rows === true);
}

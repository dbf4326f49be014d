import type { Cursor } from '../lexer/cursor.ts';
import type { Query, QueryBody, Select, SetOperation, With } from '../tree/ast.ts';
import { parseLimit, parseOrderItems } from './order.ts';

const SET_OPERATORS: Readonly<Record<string, SetOperation['operator']>> = {
  UNION: 'UNION',
  INTERSECT: 'INTERSECT',
  'EXCEPT SET': 'EXCEPT',
};

/** What may follow a query's first SELECT or parenthesised query. */
export function finishQuery(
  cursor: Cursor,
  at: number,
  ctes: With | undefined,
  first: QueryBody,
): Query {
  const body = parseSetOperation(cursor, first);
  const orderBy = parseOrderItems(cursor);
  const { limit, offset } = parseLimit(cursor);
  const isBare = ctes === undefined && orderBy.length === 0 && limit === undefined;
  if (isBare && body.kind === 'query') return body;
  return { kind: 'query', at, with: ctes, body, orderBy, limit, offset };
}

/** Whether the next token goes on with a query whose first part is in parentheses. */
export function continuesQuery(cursor: Cursor): boolean {
  return SET_OPERATORS[cursor.key] !== undefined || cursor.is('ORDER') || cursor.is('LIMIT');
}

/** A SELECT, or a query in parentheses. */
export function parsePrimary(cursor: Cursor, expected: readonly string[]): Select | Query {
  if (cursor.is('SELECT')) return cursor.grammar.select(cursor);
  if (cursor.is('(')) return cursor.parenthesizedQuery();
  return cursor.fail(...expected);
}

function parseSetOperation(cursor: Cursor, first: QueryBody): QueryBody {
  const operator = SET_OPERATORS[cursor.key];
  if (operator === undefined) return first;
  const inputs = [first];
  const quantifier = parseSetOperator(cursor);
  inputs.push(parsePrimary(cursor, ['(', 'SELECT']));
  while (SET_OPERATORS[cursor.key] !== undefined) {
    const { at, key } = cursor;
    const again = parseSetOperator(cursor);
    const isSame = SET_OPERATORS[key] === operator && again === quantifier;
    if (!isSame) {
      cursor.defer(
        'Syntax error: Different set operations cannot be used in the same query without using parentheses for grouping',
        at,
      );
    }
    cursor.count();
    inputs.push(parsePrimary(cursor, ['(', 'SELECT']));
  }
  return { kind: 'set_operation', at: first.at, operator, quantifier, inputs };
}

function parseSetOperator(cursor: Cursor): 'ALL' | 'DISTINCT' {
  cursor.next();
  if (cursor.is('@{') || cursor.is('@')) cursor.refuse('Hints are not supported');
  if (!cursor.is('ALL') && !cursor.is('DISTINCT')) cursor.fail('ALL', 'DISTINCT');
  const quantifier = cursor.next().key === 'ALL' ? 'ALL' : 'DISTINCT';
  if (cursor.is('STRICT') || cursor.is('CORRESPONDING')) {
    cursor.refuse(`${cursor.key} is not supported in set operations`);
  }
  return quantifier;
}

import type { Cursor } from '../lexer/cursor.ts';
import type { ColumnMatch, Query, QueryBody, Select, SetOperation, With } from '../tree/ast.ts';
import { equalTrees } from '../tree/equal-trees.ts';
import { unwrapped } from '../tree/query-of.ts';
import { parseLimit, parseOrderItems } from './query-clauses.ts';

const SET_OPERATORS: Readonly<Record<string, SetOperation['operator']>> = {
  UNION: 'UNION',
  INTERSECT: 'INTERSECT',
  'EXCEPT SET': 'EXCEPT',
};

/** Parses the rest of a query after its first SELECT or parenthesised query. */
export function finishQuery(
  cursor: Cursor,
  at: number,
  ctes: With | undefined,
  first: QueryBody,
): Query {
  const body = parseSetOperation(cursor, first);
  const orderBy = parseOrderItems(cursor);
  const { limit, offset } = parseLimit(cursor);
  const query: Query = { kind: 'query', at, with: ctes, body, orderBy, limit, offset };
  return cursor.is('|>') ? cursor.grammar.pipes(cursor, query) : unwrapped(query);
}

/** Whether the next token continues a query whose first part is in parentheses. */
export function continuesQuery(cursor: Cursor): boolean {
  return startsSetOperator(cursor) || ['ORDER', 'LIMIT', '|>'].includes(cursor.key);
}

/** Parses a SELECT or a query in parentheses. */
export function parseQueryPrimary(cursor: Cursor, expected: readonly string[]): Select | Query {
  if (cursor.is('SELECT')) return cursor.grammar.select(cursor);
  if (cursor.is('(')) return cursor.parenthesizedQuery();
  return cursor.fail(...expected);
}

/** Whether a set operator comes next, optionally after FULL, LEFT or INNER. */
export function startsSetOperator(cursor: Cursor): boolean {
  return operatorAt(cursor, modeLength(cursor)) !== undefined;
}

function operatorAt(cursor: Cursor, distance: number): SetOperation['operator'] | undefined {
  return SET_OPERATORS[cursor.ahead(distance).key];
}

/** The number of tokens that specify which columns a set operation keeps. */
function modeLength(cursor: Cursor): number {
  if (cursor.is('INNER')) return 1;
  if (!cursor.is('FULL') && !cursor.is('LEFT')) return 0;
  return cursor.ahead(1).key === 'OUTER' ? 2 : 1;
}

/** A set operator with its modifiers, without inputs. */
type SetOperator = Pick<SetOperation, 'operator' | 'quantifier' | 'match'>;

function parseSetOperation(cursor: Cursor, first: QueryBody): QueryBody {
  if (!startsSetOperator(cursor)) return first;
  const inputs = [first];
  const operator = parseSetOperator(cursor);
  inputs.push(parseQueryPrimary(cursor, ['(', 'SELECT']));
  while (startsSetOperator(cursor)) {
    const { at } = cursor;
    const again = parseSetOperator(cursor);
    if (!equalTrees(again, operator)) {
      cursor.defer(
        'Syntax error: Different set operations cannot be used in the same query without using parentheses for grouping',
        at,
      );
    }
    cursor.count();
    inputs.push(parseQueryPrimary(cursor, ['(', 'SELECT']));
  }
  return { kind: 'set_operation', at: first.at, ...operator, inputs };
}

/** Parses a set operator with its modifiers. */
export function parseSetOperator(cursor: Cursor): SetOperator {
  const length = modeLength(cursor);
  const mode = length > 0 ? cursor.key : undefined;
  for (let i = 0; i < length; i += 1) cursor.next();
  const operator = operatorAt(cursor, 0) ?? 'UNION';
  cursor.next();
  if (cursor.is('@{') || cursor.is('@')) cursor.refuse('Hints are not supported');
  if (!cursor.is('ALL') && !cursor.is('DISTINCT')) cursor.fail('ALL', 'DISTINCT');
  const quantifier = cursor.next().key === 'ALL' ? 'ALL' : 'DISTINCT';
  const match = parseMatch(cursor, mode);
  return match ? { operator, quantifier, match } : { operator, quantifier };
}

/** The mode before the operator, if any. */
function modeOf(word: string | undefined): 'FULL' | 'LEFT' | 'INNER' | undefined {
  return word === 'FULL' || word === 'LEFT' || word === 'INNER' ? word : undefined;
}

/** Parses `[STRICT] CORRESPONDING [BY (…)]`, or `BY NAME [ON (…)]`, which is strict unless another mode is given. */
function parseMatch(cursor: Cursor, word: string | undefined): ColumnMatch | undefined {
  const { at } = cursor;
  const written = modeOf(word);
  if (cursor.accept('BY')) {
    if (cursor.key !== 'NAME') cursor.fail('NAME');
    cursor.next();
    return {
      mode: written ?? 'STRICT',
      by: cursor.accept('ON') ? cursor.parenthesizedNames() : undefined,
    };
  }
  if (cursor.accept('STRICT')) {
    if (written) cursor.refuse(`STRICT cannot follow ${written} in set operations`, at);
    cursor.expect('CORRESPONDING');
    return { mode: 'STRICT', by: parseBy(cursor) };
  }
  if (cursor.accept('CORRESPONDING')) return { mode: written ?? 'INNER', by: parseBy(cursor) };
  if (written) cursor.refuse(`${written} is not allowed without CORRESPONDING or BY NAME`, at);
  return undefined;
}

function parseBy(cursor: Cursor): ColumnMatch['by'] {
  return cursor.accept('BY') ? cursor.parenthesizedNames() : undefined;
}

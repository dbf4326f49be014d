import type { Cursor } from '../../lexer/cursor.ts';
import type {
  Aliased,
  DerivedTable,
  FromItem,
  Identifier,
  Literal,
  Path,
  Pivot,
  TableOperator,
  TablePath,
  Unpivot,
  UnpivotGroup,
} from '../../tree/ast.ts';
import { COMPARISON } from '../expressions/precedence.ts';
import { matchRecognize } from './match-recognize.ts';

type Input = TablePath | DerivedTable;

/** Whether PIVOT, UNPIVOT or MATCH_RECOGNIZE follows with its syntax; otherwise they are aliases. */
export function startsPivot(cursor: Cursor): boolean {
  const { key } = cursor;
  if (key === 'MATCH_RECOGNIZE') return cursor.ahead(1).key === '(';
  if (key !== 'PIVOT' && key !== 'UNPIVOT') return false;
  const following = cursor.ahead(1).key;
  return following === '(' || following === 'INCLUDE' || following === 'EXCLUDE';
}

/** Refuses PIVOT, UNPIVOT and MATCH_RECOGNIZE where their input is no table. */
export function refusePivot(cursor: Cursor, input: string): void {
  if (startsPivot(cursor)) cursor.refuse(`${cursor.key} is not allowed with ${input}`);
}

/** Parses PIVOT, UNPIVOT or MATCH_RECOGNIZE of a table, if one follows. */
export function parsePivots(cursor: Cursor, input: Input): FromItem {
  if (!startsPivot(cursor)) return input;
  const item = parsePivot(cursor, input);
  refusePivot(cursor, item.kind === 'match_recognize' ? 'MATCH_RECOGNIZE' : 'PIVOT or UNPIVOT');
  return item;
}

/** Parses PIVOT, UNPIVOT or MATCH_RECOGNIZE from its keyword, with its alias. */
export function parsePivot(cursor: Cursor, input: Input): TableOperator {
  const { at } = cursor;
  cursor.count();
  const isMatch = cursor.is('MATCH_RECOGNIZE');
  const parse = isMatch ? matchRecognize : cursor.accept('PIVOT') ? pivot : unpivot;
  const item = parse(cursor, input, at);
  cursor.expect(')', [')', ',']);
  return { ...item, alias: startsPivot(cursor) ? undefined : cursor.alias() };
}

function pivot(cursor: Cursor, input: Input, at: number): Pivot {
  cursor.expect('(');
  const aggregates = cursor.list(parseAliased);
  cursor.expect('FOR', ['FOR', ',']);
  const operand = cursor.grammar.operand(cursor, COMPARISON + 1);
  cursor.expect('IN');
  cursor.expect('(');
  if (cursor.is('SELECT')) cursor.refuse('PIVOT with a subquery in its IN clause is not supported');
  const values = cursor.list(parseAliased);
  cursor.expect(')', [')', ',']);
  return { kind: 'pivot', at, input, aggregates, operand, values, alias: undefined };
}

function parseAliased(cursor: Cursor): Aliased {
  const { at } = cursor;
  const expression = cursor.expression();
  return { at, expression, alias: cursor.alias() };
}

function unpivot(cursor: Cursor, input: Input, at: number): Unpivot {
  cursor.expect('UNPIVOT');
  const includesNulls = cursor.accept('INCLUDE', 'NULLS');
  if (!includesNulls) cursor.accept('EXCLUDE', 'NULLS');
  cursor.expect('(');
  const values = parseNames(cursor, (c) => c.identifier());
  cursor.expect('FOR');
  const name = cursor.identifier();
  cursor.expect('IN');
  const groups = cursor.parenthesizedList(parseGroup);
  const item = { kind: 'unpivot', at, input, includesNulls, values, name, groups } as const;
  return { ...item, alias: undefined };
}

/** One name, or several in parentheses. */
function parseNames<T>(cursor: Cursor, rule: (cursor: Cursor) => T): readonly T[] {
  return cursor.is('(') ? cursor.parenthesizedList(rule) : [rule(cursor)];
}

function parseGroup(cursor: Cursor): UnpivotGroup {
  const { at } = cursor;
  return { at, columns: parseNames(cursor, parsePath), label: parseLabel(cursor) };
}

function parsePath(cursor: Cursor): Path {
  const { at } = cursor;
  const names: Identifier[] = [cursor.identifier()];
  while (cursor.accept('.')) names.push(cursor.identifier());
  return { kind: 'path', at, names };
}

function parseLabel(cursor: Cursor): Literal | undefined {
  const { at } = cursor;
  if (!cursor.accept('AS') && (cursor.is(',') || cursor.is(')'))) return undefined;
  const label = cursor.expression();
  const isLabel = label.kind === 'literal' && (label.type === 'STRING' || label.type === 'INT64');
  return isLabel
    ? label
    : cursor.refuse('Expected a STRING or INT64 literal as label in UNPIVOT', at);
}

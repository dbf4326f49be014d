import { excerpt } from '../../../excerpt.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import type {
  Expression,
  FromItem,
  MatchRecognize,
  NamedExpression,
  RowPattern,
} from '../../tree/ast.ts';
import { parseOrderItem } from '../query-clauses.ts';

/** Parses MATCH_RECOGNIZE from its keyword up to its closing parenthesis. */
export function matchRecognize(cursor: Cursor, input: FromItem, at: number): MatchRecognize {
  cursor.expect('MATCH_RECOGNIZE');
  cursor.expect('(');
  const isPartitioned = cursor.accept('PARTITION');
  if (isPartitioned) cursor.expect('BY');
  const partitionBy = isPartitioned ? cursor.list((c) => c.expression()) : [];
  cursor.expect('ORDER');
  cursor.expect('BY');
  const orderBy = cursor.list((c) => parseOrderItem(c));
  cursor.expect('MEASURES');
  const measures = cursor.list(parseMeasure);
  const skip = parseSkip(cursor);
  cursor.expect('PATTERN', [',', 'PATTERN']);
  cursor.expect('(');
  const pattern = cursor.nest(parseAlternation);
  cursor.expect(')');
  cursor.expect('DEFINE');
  const definitions = cursor.list(parseDefinition);
  const longest = cursor.accept('OPTIONS') ? parseOptions(cursor) : undefined;
  const rows = { partitionBy, orderBy, measures, skip } as const;
  return {
    ...{ kind: 'match_recognize', at, input, alias: undefined },
    ...{ ...rows, pattern, definitions, longest },
  };
}

function parseMeasure(cursor: Cursor): NamedExpression {
  const { at } = cursor;
  const expression = cursor.expression();
  return { at, expression, alias: cursor.alias() ?? cursor.fail('AS') };
}

function parseDefinition(cursor: Cursor): NamedExpression {
  const { at } = cursor;
  const alias = cursor.identifier();
  cursor.expect('AS');
  return { at, alias, expression: cursor.expression() };
}

function parseSkip(cursor: Cursor): MatchRecognize['skip'] {
  if (!cursor.accept('AFTER')) return 'PAST LAST ROW';
  cursor.expect('MATCH');
  cursor.expect('SKIP');
  const isNext = cursor.accept('TO');
  if (!isNext) cursor.expect('PAST', ['PAST', 'TO']);
  cursor.expect(isNext ? 'NEXT' : 'LAST');
  cursor.expect('ROW');
  return isNext ? 'TO NEXT ROW' : 'PAST LAST ROW';
}

function parseOptions(cursor: Cursor): Expression | undefined {
  let longest: Expression | undefined;
  cursor.expect('(');
  while (!cursor.is(')')) {
    const { at } = cursor;
    const { name } = cursor.identifier();
    if (name.toLowerCase() !== 'use_longest_match') {
      cursor.refuse(`Unrecognized MATCH_RECOGNIZE option \`${excerpt(name)}\``, at);
    }
    const text = `MATCH_RECOGNIZE option \`${name}\``;
    if (longest) cursor.refuse(`${text} cannot be specified multiple times`, at);
    cursor.expect('=');
    longest = cursor.expression();
    const isKnown = longest.kind === 'parameter' || longest.kind === 'literal';
    if (!isKnown) cursor.refuse(`${text} requires a boolean literal or parameter`, at);
    if (!cursor.is(')')) cursor.expect(',', [')', ',']);
  }
  cursor.expect(')');
  return longest;
}

/** `||` is one token. */
function parseAlternation(cursor: Cursor): RowPattern {
  const { at } = cursor;
  const parts = [parseConcatenation(cursor)];
  for (;;) {
    if (cursor.accept('||')) parts.push({ kind: 'concatenation', at: cursor.readTo, parts: [] });
    else if (!cursor.accept('|')) break;
    parts.push(parseConcatenation(cursor));
  }
  return single('alternation', at, parts);
}

function parseConcatenation(cursor: Cursor): RowPattern {
  const { at } = cursor;
  const parts: RowPattern[] = [];
  while (cursor.is('(') || cursor.is('^') || cursor.is('$') || cursor.isIdentifier()) {
    parts.push(parsePart(cursor));
  }
  return single('concatenation', at, parts);
}

function single(
  kind: 'alternation' | 'concatenation',
  at: number,
  parts: readonly RowPattern[],
): RowPattern {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind, at, parts };
}

/** An anchor has no quantifier. */
function parsePart(cursor: Cursor): RowPattern {
  const { at } = cursor;
  cursor.count();
  if (cursor.accept('^')) return { kind: 'anchor', at, place: '^' };
  if (cursor.accept('$')) return { kind: 'anchor', at, place: '$' };
  if (!cursor.accept('(')) {
    return parseQuantified(cursor, { kind: 'symbol', ...cursor.identifier() });
  }
  const inside = cursor.nest(parseAlternation);
  cursor.expect(')');
  return parseQuantified(cursor, inside);
}

function parseQuantified(cursor: Cursor, part: RowPattern): RowPattern {
  const { at } = cursor;
  const bounds = parseBounds(cursor, at);
  if (!bounds) return part;
  const isReluctant = cursor.accept('?');
  const quantified: RowPattern = { kind: 'quantified', at, part, ...bounds, isReluctant };
  if (cursor.is('*') || cursor.is('+') || cursor.is('?') || cursor.is('{')) cursor.fail(')');
  return quantified;
}

type Bounds = Pick<Extract<RowPattern, { kind: 'quantified' }>, 'least' | 'most'>;

function parseBounds(cursor: Cursor, at: number): Bounds | undefined {
  const count = (value: string): Expression => ({ kind: 'literal', at, type: 'INT64', value });
  if (cursor.accept('*')) return { least: count('0'), most: undefined };
  if (cursor.accept('+')) return { least: count('1'), most: undefined };
  if (cursor.accept('?')) return { least: count('0'), most: count('1') };
  if (!cursor.accept('{')) return undefined;
  const least = cursor.is(',') ? undefined : cursor.expression();
  if (!cursor.accept(',')) {
    cursor.expect('}', ['}', ',']);
    return { least: least ?? count('0'), most: least };
  }
  const most = cursor.is('}') ? undefined : cursor.expression();
  cursor.expect('}');
  return { least: least ?? count('0'), most };
}

import type { Cursor } from './cursor.ts';
import type { Case, Cast, Expression, Extract, IntervalLiteral } from './expression.ts';
import { parseType } from './parser-type.ts';

/** `CASE [operand] WHEN … THEN … [ELSE …] END`. */
export function parseCase(cursor: Cursor): Case {
  const { at } = cursor.next();
  const operand = cursor.is('WHEN') ? undefined : cursor.expression();
  if (!cursor.is('WHEN')) cursor.fail();
  const branches: Case['branches'][number][] = [];
  while (cursor.accept('WHEN')) {
    const when = cursor.expression();
    cursor.expect('THEN', []);
    // biome-ignore lint/suspicious/noThenProperty: a branch is a plain record; nothing awaits it
    branches.push({ when, then: cursor.expression() });
  }
  const otherwise = cursor.optional('ELSE', (c) => c.expression());
  cursor.expect('END', otherwise === undefined ? ['ELSE', 'END'] : []);
  return { kind: 'case', at, operand, branches, else: otherwise };
}

/** `CAST(…)` and `SAFE_CAST(…)`. */
export function parseCast(cursor: Cursor): Cast {
  const { at, key } = cursor.next();
  cursor.expect('(');
  if (cursor.is('SELECT')) {
    cursor.refuse(
      'The argument to CAST is an expression, not a query; to use a query as an expression, the query must be wrapped with additional parentheses to make it a scalar subquery expression',
    );
  }
  const expression = cursor.expression();
  cursor.expect('AS', []);
  const type = parseType(cursor);
  const format = cursor.optional('FORMAT', (c) => c.expression());
  const timeZone = format === undefined ? undefined : parseTimeZone(cursor);
  cursor.expect(')', format === undefined || timeZone !== undefined ? [')'] : [')', 'AT']);
  return { kind: 'cast', at, safe: key === 'SAFE_CAST', expression, type, format, timeZone };
}

function parseTimeZone(cursor: Cursor): Expression | undefined {
  if (!cursor.accept('AT')) return undefined;
  cursor.expect('TIME');
  cursor.expect('ZONE');
  return cursor.expression();
}

/** `EXTRACT(part FROM expression [AT TIME ZONE zone])`. */
export function parseExtract(cursor: Cursor): Extract {
  const { at } = cursor.next();
  cursor.expect('(');
  const partAt = cursor.at;
  const part = datePart(cursor.expression());
  if (part === undefined) cursor.defer('A valid date part name is required', partAt);
  cursor.expect('FROM', []);
  const expression = cursor.expression();
  const timeZone = parseTimeZone(cursor);
  cursor.expect(')', timeZone === undefined ? [')', 'AT'] : []);
  return { kind: 'extract', at, part: part ?? '', expression, timeZone };
}

/** A date part as one word in upper case: `DAY`, `WEEK(MONDAY)`. */
function datePart(expression: Expression): string | undefined {
  if (expression.kind === 'path') {
    const [only, ...more] = expression.names;
    return more.length === 0 ? partName(only?.name) : undefined;
  }
  if (expression.kind !== 'call') return undefined;
  const [name, ...path] = expression.path;
  const [argument, ...others] = expression.arguments;
  if (!expression.parenthesized) return partName(name?.name);
  if (path.length > 0 || others.length > 0 || argument?.value.kind !== 'path') return undefined;
  const unit = partName(name?.name);
  const day = datePart(argument.value);
  return unit === undefined || day === undefined ? undefined : `${unit}(${day})`;
}

function partName(name: string | undefined): string | undefined {
  return name !== undefined && /^[A-Za-z_][A-Za-z_0-9]*$/.test(name)
    ? name.toUpperCase()
    : undefined;
}

/** `INTERVAL value part [TO part]`. */
export function parseInterval(cursor: Cursor): IntervalLiteral {
  const { at } = cursor.next();
  const value = cursor.expression();
  const from = parseIntervalPart(cursor);
  const to = cursor.optional('TO', parseIntervalPart);
  return { kind: 'interval', at, value, from, to };
}

function parseIntervalPart(cursor: Cursor): string {
  const { at, name } = cursor.identifier();
  const part = partName(name);
  if (part === undefined) cursor.defer('A valid date part name is required', at);
  return part ?? name;
}

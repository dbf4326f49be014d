import fc from 'fast-check';
import type {
  Call,
  Expression,
  Identifier,
  Literal,
  OrderItem,
  Query,
  TypeName,
} from '../../../src/googlesql/syntax/tree/ast.ts';

/** Places are not compared. */
export const at = 0;
export const none = fc.constant(undefined);

/** Names of every kind: plain, reserved, with a meaning of their own, with dots, quotes and odd characters. */
export const identifier: fc.Arbitrary<Identifier> = fc
  .oneof(
    fc.constantFrom(
      'a',
      'b1',
      '_c',
      'timestamp',
      'date',
      'offset',
      'select',
      'from',
      'current_date',
    ),
    fc.constantFrom(
      'a.b.c',
      'x-y',
      'SAFE_CAST',
      'lookup',
      'pivot',
      'if',
      '1st',
      'é',
      '`',
      '\\',
      'a\nb',
    ),
    fc.string({ minLength: 1, unit: 'grapheme' }),
  )
  .map((name) => ({ at, name }));
const plain: fc.Arbitrary<Identifier> = fc
  .constantFrom('abs', 'COUNT', 'f')
  .map((name) => ({ at, name }));

/** Literals of every type. */
export const literal: fc.Arbitrary<Literal> = fc
  .oneof(
    fc.constant({ type: 'NULL', value: '' } as const),
    fc.record({ type: fc.constant('BOOL' as const), value: fc.constantFrom('true', 'false') }),
    fc.record({ type: fc.constant('INT64' as const), value: fc.bigInt({ min: 0n }).map(String) }),
    fc.record({ type: fc.constant('INT64' as const), value: fc.constantFrom('0x0', '0xff') }),
    fc.record({
      type: fc.constant('FLOAT64' as const),
      value: fc.constantFrom('1.0', '0.5e3', '1e-7'),
    }),
    fc.record({
      type: fc.constantFrom('STRING', 'DATE', 'TIMESTAMP', 'NUMERIC', 'JSON'),
      value: fc.string({ unit: 'grapheme' }),
    }),
    fc.record({
      type: fc.constant('BYTES' as const),
      value: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
    }),
  )
  .map(({ type, value }) => ({ kind: 'literal', at, type, value }));

const type: fc.Arbitrary<TypeName> = fc.letrec<{ type: TypeName }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 2 },
    fc.record({
      kind: fc.constant('scalar' as const),
      at: fc.constant(at),
      name: fc.constantFrom('INT64', 'STRING', 'INTERVAL', 'NUMERIC'),
      parameters: fc.constantFrom([], ['10'], ['10', '2']),
    }),
    fc.record({
      kind: fc.constant('array_type' as const),
      at: fc.constant(at),
      element: tie('type'),
    }),
    fc.record({
      kind: fc.constant('struct_type' as const),
      at: fc.constant(at),
      fields: fc.array(
        fc.record({ name: fc.option(identifier, { nil: undefined }), type: tie('type') }),
      ),
    }),
  ),
})).type;

/** What refers to itself. */
export interface Ties {
  readonly expression: Expression;
  readonly query: Query;
}
/** A reference to one of them. */
export type Tie = <K extends keyof Ties>(key: K) => fc.Arbitrary<Ties[K]>;

/** A short list. */
export function list<T>(item: fc.Arbitrary<T>, minLength = 1): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength, maxLength: 3 });
}

/** A member that may be missing. */
export function maybe<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(item, { nil: undefined });
}

/** A node of one kind, its members drawn from arbitraries. */
export function node<K extends string, T>(
  kind: K,
  members: { [M in keyof T]: fc.Arbitrary<T[M]> },
): fc.Arbitrary<{ kind: K; at: number } & T> {
  return fc.record(members).map((made) => ({ kind, at, ...(made as T) }));
}

/** One item of an ORDER BY. */
export function orderItem(tie: Tie): fc.Arbitrary<OrderItem> {
  return fc.record({
    at: fc.constant(at),
    expression: tie('expression'),
    descending: fc.boolean(),
    nulls: fc.constantFrom(undefined, 'FIRST', 'LAST'),
  });
}

/** Expressions that have a precedence. */
export function operators(tie: Tie): fc.Arbitrary<Expression>[] {
  const e = tie('expression');
  const negated = fc.boolean();
  return [
    node('unary', { operator: fc.constantFrom('NOT', '-', '+', '~'), operand: e }),
    node('binary', {
      operator: fc.constantFrom('OR', 'AND', '=', '!=', '<', '|', '&', '<<', '+', '-', '*', '||'),
      left: e,
      right: e,
    }),
    node('is', { operand: e, negated, what: fc.constantFrom('NULL', 'TRUE', 'FALSE', 'UNKNOWN') }),
    node('distinct_from', { negated, left: e, right: e }),
    node('between', { negated, operand: e, low: e, high: e }),
    node('like', {
      negated,
      operand: e,
      quantifier: none,
      patterns: e.map((pattern) => [pattern]),
    }),
    node('in', {
      negated,
      operand: e,
      in: fc.oneof(
        fc.record({ kind: fc.constant('list' as const), items: list(e, 2) }),
        fc.record({ kind: fc.constant('subquery' as const), query: tie('query') }),
        fc.record({ kind: fc.constant('unnest' as const), expression: e }),
      ),
    }),
  ];
}

/** Expressions with brackets or words of their own around them. */
export function primaries(tie: Tie): fc.Arbitrary<Expression>[] {
  const e = tie('expression');
  return [
    node('field', {
      base: e,
      field: identifier,
    }),
    node('subscript', {
      base: e,
      wrapper: fc.constantFrom(undefined, 'OFFSET', 'SAFE_ORDINAL'),
      index: e,
    }),
    node('case', {
      operand: maybe(e),
      // biome-ignore lint/suspicious/noThenProperty: a branch is a plain record; nothing awaits it
      branches: list(fc.record({ when: e, then: e })),
      else: maybe(e),
    }),
    node('cast', { safe: fc.boolean(), expression: e, type, format: maybe(e), timeZone: none }),
    node('extract', {
      part: fc.constantFrom('DAY', 'WEEK(MONDAY)'),
      expression: e,
      timeZone: maybe(e),
    }),
    node('interval', {
      value: e,
      from: fc.constantFrom('DAY', 'YEAR'),
      to: maybe(fc.constant('SECOND')),
    }),
    node('array', { element: maybe(type), items: list(e, 0) }),
    node('struct', {
      tuple: fc.constant(true),
      type: none,
      fields: list(fc.record({ expression: e, alias: none }), 2),
    }),
    node('struct', {
      tuple: fc.constant(false),
      type: none,
      fields: list(fc.record({ expression: e, alias: maybe(identifier) }), 0),
    }),
    node('subquery', {
      modifier: fc.constantFrom(undefined, 'ARRAY', 'EXISTS'),
      query: tie('query'),
    }),
    call(tie),
  ];
}

function call(tie: Tie): fc.Arbitrary<Call> {
  const e = tie('expression');
  const argument = fc.record({ at: fc.constant(at), name: maybe(identifier), value: e });
  const bound = fc.oneof(
    fc.constant({ at, kind: 'CURRENT ROW' as const, offset: undefined }),
    fc.record({ at: fc.constant(at), kind: fc.constant('PRECEDING' as const), offset: e }),
  );
  const frame = fc.record({
    at: fc.constant(at),
    unit: fc.constantFrom('ROWS', 'RANGE'),
    start: bound,
    end: maybe(bound),
  });
  return node('call', {
    path: fc.oneof(list(plain), list(identifier)),
    parenthesized: fc.constant(true),
    star: fc.constant(false),
    distinct: fc.boolean(),
    arguments: list(argument),
    nulls: fc.constantFrom(undefined, 'IGNORE', 'RESPECT'),
    having: maybe(
      fc.record({ at: fc.constant(at), which: fc.constantFrom('MAX', 'MIN'), expression: e }),
    ),
    orderBy: fc.array(orderItem(tie), { maxLength: 2 }),
    limit: maybe(fc.constant<Literal>({ kind: 'literal', at, type: 'INT64', value: '3' })),
    over: maybe(
      node('window', {
        base: maybe(identifier),
        partitionBy: list(e, 0),
        orderBy: fc.array(orderItem(tie), { maxLength: 2 }),
        frame: maybe(frame),
      }),
    ),
  });
}

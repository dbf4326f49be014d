import fc from 'fast-check';
import type {
  Expression,
  FromItem,
  GroupingSets,
  Literal,
  Query,
  RowPattern,
  TableOperator,
} from '../../../src/googlesql/syntax/tree/ast.ts';
import {
  at,
  identifier,
  list,
  literal,
  maybe,
  node,
  none,
  operators,
  orderItem,
  primaries,
  type Tie,
  type Ties,
} from './arbitrary-expression.ts';

/** A tuple among the items of a set would be read as a set of its fields. */
function groupingSets(e: fc.Arbitrary<Expression>): fc.Arbitrary<GroupingSets> {
  const item = e.filter(({ kind }) => kind !== 'struct');
  const set = fc.record({ at: fc.constant(at), form: none, items: list(item, 0) });
  const parts = fc.record({
    at: fc.constant(at),
    form: fc.constantFrom('ROLLUP' as const, 'CUBE' as const),
    elements: list(set),
  });
  const all = fc.constant('GROUPING SETS' as const);
  return fc.oneof(
    parts,
    fc.record({ at: fc.constant(at), form: all, elements: list(fc.oneof(set, parts)) }),
  );
}

/** Patterns of one part are that part. */
const rowPattern = fc.letrec<{ pattern: RowPattern }>((tie) => {
  const parts = fc.array(tie('pattern'), { minLength: 2, maxLength: 3 });
  const bound = fc
    .nat(3)
    .map((n) => ({ kind: 'literal', at, type: 'INT64', value: `${n}` }) as const);
  return {
    pattern: fc.oneof(
      { depthSize: 'small' },
      identifier.map(({ name }) => ({ kind: 'symbol', at, name }) as const),
      node('anchor', { place: fc.constantFrom('^', '$') }),
      node('concatenation', { parts: fc.oneof(fc.constant([]), parts) }),
      node('alternation', { parts }),
      node('quantified', {
        part: tie('pattern'),
        least: bound,
        most: maybe(bound),
        isReluctant: fc.boolean(),
      }),
    ),
  };
}).pattern;

function query(tie: Tie): fc.Arbitrary<Query> {
  const e = tie('expression');
  const select = node('select', {
    distinct: fc.boolean(),
    as: fc.constantFrom(undefined, 'STRUCT', 'VALUE'),
    items: list(
      fc.oneof(
        node('select_expression', { expression: e, alias: maybe(identifier) }),
        node('select_star', {
          of: maybe(e),
          except: list(identifier, 0),
          replace: list(fc.record({ expression: e, alias: identifier }), 0),
        }),
      ),
    ),
    from: maybe(from(tie)),
    where: maybe(e),
    groupBy: maybe(
      fc.oneof(
        node('group_by', { items: list(e) }),
        node('group_by_sets', { sets: groupingSets(e) }),
        node('group_by_all', {}),
      ),
    ),
    having: maybe(e),
    qualify: maybe(e),
    windows: fc.constant([]),
  });
  const operation = node('set_operation', {
    operator: fc.constantFrom('UNION', 'INTERSECT', 'EXCEPT'),
    quantifier: fc.constantFrom('ALL', 'DISTINCT'),
    inputs: list(fc.oneof(select, tie('query')), 2),
  });
  const cte = fc.record({ at: fc.constant(at), name: identifier, query: tie('query') });
  return node('query', {
    with: maybe(fc.record({ at: fc.constant(at), recursive: fc.boolean(), ctes: list(cte) })),
    body: fc.oneof(select, operation, tie('query')),
    orderBy: fc.array(orderItem(tie), { maxLength: 2 }),
    limit: maybe(fc.constant<Literal>({ kind: 'literal', at, type: 'INT64', value: '9' })),
    offset: none,
  });
}

function operator(
  tie: Tie,
  input: fc.Arbitrary<TableOperator['input']>,
): fc.Arbitrary<TableOperator> {
  const alias = maybe(identifier);
  const aliased = fc.record({ at: fc.constant(at), expression: tie('expression'), alias });
  const named = fc.record({
    at: fc.constant(at),
    expression: tie('expression'),
    alias: identifier,
  });
  const path = node('path', { names: list(identifier) });
  const label = maybe(fc.constant<Literal>({ kind: 'literal', at, type: 'STRING', value: 'l' }));
  return fc.oneof(
    node('pivot', {
      input,
      aggregates: list(aliased),
      operand: tie('expression'),
      values: list(aliased),
      alias,
    }),
    node('unpivot', {
      input,
      includesNulls: fc.boolean(),
      values: list(identifier),
      name: identifier,
      groups: list(fc.record({ at: fc.constant(at), columns: list(path), label })),
      alias,
    }),
    node('match_recognize', {
      input,
      partitionBy: list(tie('expression'), 0),
      orderBy: list(orderItem(tie)),
      measures: list(named),
      skip: fc.constantFrom('PAST LAST ROW', 'TO NEXT ROW'),
      pattern: rowPattern,
      definitions: list(named),
      longest: maybe(fc.constant<Literal>({ kind: 'literal', at, type: 'BOOL', value: 'true' })),
      alias,
    }),
  );
}

function from(tie: Tie): fc.Arbitrary<FromItem> {
  const withOffset = maybe(fc.record({ at: fc.constant(at), alias: maybe(identifier) }));
  const alias = maybe(identifier);
  const table = fc.oneof(
    node('table_path', { path: list(identifier), alias, withOffset }),
    node('unnest', { expression: tie('expression'), alias, withOffset }),
    node('derived_table', { query: tie('query'), alias }),
  );
  const input = fc.oneof(
    node('table_path', { path: list(identifier), alias, withOffset: none }),
    node('derived_table', { query: tie('query'), alias }),
  );
  const pivots = operator(tie, input);
  const condition = fc.oneof(
    fc.record({ kind: fc.constant('on' as const), expression: tie('expression') }),
    fc.record({ kind: fc.constant('using' as const), columns: list(identifier) }),
  );
  const inner = node('join', {
    type: fc.constantFrom('INNER', 'LEFT', 'RIGHT', 'FULL'),
    left: table,
    right: table,
    condition: maybe(condition),
  });
  const nested = node('join', {
    type: fc.constantFrom('LEFT', 'INNER'),
    left: fc.oneof(table, inner),
    right: fc.oneof(table, inner),
    condition,
  });
  const comma = node('join', {
    type: fc.constantFrom('COMMA', 'CROSS'),
    left: fc.oneof(table, inner),
    right: table,
    condition: none,
  });
  return fc.oneof(table, pivots, inner, nested, comma);
}

const SELECT_ONE: Query = {
  kind: 'query',
  at,
  with: undefined,
  body: {
    kind: 'select',
    at,
    distinct: false,
    as: undefined,
    items: [
      {
        kind: 'select_expression',
        at,
        expression: { kind: 'literal', at, type: 'INT64', value: '1' },
        alias: undefined,
      },
    ],
    from: undefined,
    where: undefined,
    groupBy: undefined,
    having: undefined,
    qualify: undefined,
    windows: [],
  },
  orderBy: [],
  limit: undefined,
  offset: undefined,
};

/** Queries as the parser makes them, as deep as the time allows. */
export const arbitraryQuery: fc.Arbitrary<Query> = fc.letrec<Ties>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(
      literal,
      node('path', { names: list(identifier) }),
      node('parameter', { name: identifier.map(({ name }) => name) }),
    ),
    ...operators(tie as Tie),
    ...primaries(tie as Tie),
  ),
  query: fc.oneof({ maxDepth: 2, depthSize: 'small' }, fc.constant(SELECT_ONE), query(tie as Tie)),
})).query;

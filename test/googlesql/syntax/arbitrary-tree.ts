import fc from 'fast-check';
import type { FromItem, Literal, Query } from '../../../src/googlesql/syntax/tree/ast.ts';
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
        node('group_by_rollup', { items: list(e) }),
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

function from(tie: Tie): fc.Arbitrary<FromItem> {
  const withOffset = maybe(fc.record({ at: fc.constant(at), alias: maybe(identifier) }));
  const alias = maybe(identifier);
  const table = fc.oneof(
    node('table_path', { path: list(identifier), alias, withOffset }),
    node('unnest', { expression: tie('expression'), alias, withOffset }),
    node('derived_table', { query: tie('query'), alias }),
  );
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
  return fc.oneof(table, inner, nested, comma);
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

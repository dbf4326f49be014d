import type { FromItem, Query, QueryBody, Select, With } from '../../googlesql/index.ts';

type Rewrite = (select: Select) => Select;

/** Replaces the query's SELECTs, each before those in the FROM clause of its replacement; not those in expressions. */
export function mapSelects(query: Query, rewrite: Rewrite): Query {
  return {
    ...query,
    with: query.with && mapSelectsOf(query.with, rewrite),
    body: mapBody(query.body, rewrite),
  };
}

/** Same as `mapSelects`, for a WITH clause. */
export function mapSelectsOf(clause: With, rewrite: Rewrite): With {
  const ctes = clause.ctes.map((cte) => ({ ...cte, query: mapSelects(cte.query, rewrite) }));
  return { ...clause, ctes };
}

function mapBody(body: QueryBody, rewrite: Rewrite): QueryBody {
  if (body.kind === 'query') return mapSelects(body, rewrite);
  if (body.kind === 'set_operation') {
    return { ...body, inputs: body.inputs.map((input) => mapBody(input, rewrite)) };
  }
  const select = rewrite(body);
  return { ...select, from: select.from && mapFrom(select.from, rewrite) };
}

function mapFrom(from: FromItem, rewrite: Rewrite): FromItem {
  if (from.kind === 'derived_table') return { ...from, query: mapSelects(from.query, rewrite) };
  if (from.kind === 'pivot' || from.kind === 'unpivot') {
    return { ...from, input: mapFrom(from.input, rewrite) };
  }
  if (from.kind !== 'join') return from;
  return { ...from, left: mapFrom(from.left, rewrite), right: mapFrom(from.right, rewrite) };
}

import type { Guard } from '../../src/catalog/barrier/guarded-tree.ts';
import { tenantCondition } from '../../src/catalog/barrier/tenant-condition.ts';
import { guardScans } from '../../src/catalog/scan-guards.ts';
import { analyze } from '../../src/googlesql/analysis/analyze.ts';
import type { Expression, Query, QueryBody, Select } from '../../src/googlesql/syntax/tree/ast.ts';
import { allOf } from '../../src/googlesql/syntax/tree/conditions.ts';

/**
 * Keeps tenants apart by a condition in the WHERE of each scan and nothing else, as the service did before it had
 * security barriers: what tests of the barrier must find fault with, and what its cost is compared with.
 */
export const plainFilter: Guard = (bare, { tables, parameters, tenant }) => {
  const scans = guardScans(analyze(bare, { tables, parameters }), tenant.definition);
  const { pin } = tenant;
  if (pin === undefined) return { tree: bare, resolved: analyze(bare, { tables, parameters }) };
  const filters = new Map<Select, Expression>(
    scans.map(({ scan }) => [
      scan.select,
      tenantCondition(scan.table, scan.alias, { parameter: pin, exclusive: true }),
    ]),
  );
  const tree = filterQuery(bare, filters);
  return { tree, resolved: analyze(tree, { tables, parameters }) };
};

function filterQuery(query: Query, filters: ReadonlyMap<Select, Expression>): Query {
  const ctes = query.with?.ctes.map((cte) => ({ ...cte, query: filterQuery(cte.query, filters) }));
  return {
    ...query,
    with: query.with && ctes ? { ...query.with, ctes } : undefined,
    body: filterBody(query.body, filters),
  };
}

function filterBody(body: QueryBody, filters: ReadonlyMap<Select, Expression>): QueryBody {
  if (body.kind === 'query') return filterQuery(body, filters);
  if (body.kind === 'set_operation') {
    return { ...body, inputs: body.inputs.map((input) => filterBody(input, filters)) };
  }
  const filter = filters.get(body);
  return filter ? { ...body, where: allOf(body.where ? [body.where, filter] : [filter]) } : body;
}

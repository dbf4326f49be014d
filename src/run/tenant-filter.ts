import type { TableScan } from '../googlesql/analysis/resolved.ts';
import type { Query, QueryBody, Select } from '../googlesql/syntax/ast.ts';
import type { Expression } from '../googlesql/syntax/expression.ts';
import { parseQuery } from '../googlesql/syntax/parser.ts';

/**
 * The query with one more condition on every scan: the table's tenant column equals the parameter.
 *
 * Where the tenant stands in an array, every entry must name it, so that a record which two tenants share is shown
 * to neither.
 */
export function addTenantFilter(
  query: Query,
  scans: readonly TableScan[],
  parameter: string,
): Query {
  // One scan per SELECT was proven, and a SELECT that is analysed twice is met twice.
  const filters = new Map(scans.map((scan) => [scan.select, tenantCondition(scan, parameter)]));
  const filtered = filterQuery(query, filters);
  if (filters.size > 0)
    throw new Error('Cannot add the tenant filter: a scan lies outside the CTEs');
  return filtered;
}

function filterQuery(query: Query, filters: Map<Select, Expression>): Query {
  const ctes = query.with?.ctes.map((cte) => ({ ...cte, query: filterQuery(cte.query, filters) }));
  return {
    ...query,
    with: query.with && ctes ? { ...query.with, ctes } : undefined,
    body: filterBody(query.body, filters),
  };
}

function filterBody(body: QueryBody, filters: Map<Select, Expression>): QueryBody {
  if (body.kind === 'query') return filterQuery(body, filters);
  if (body.kind === 'set_operation') {
    return { ...body, inputs: body.inputs.map((input) => filterBody(input, filters)) };
  }
  const filter = filters.get(body);
  if (!filter) return body;
  filters.delete(body);
  return { ...body, where: body.where ? and(body.where, filter) : filter };
}

function and(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: 'AND', left, right, at: right.at };
}

function tenantCondition(scan: TableScan, parameter: string): Expression {
  const [first, second, ...rest] = scan.table.tenant.map((name) => `\`${name}\``);
  const alias = `\`${scan.alias}\``;
  if (!first || rest.length > 0) {
    throw new Error(
      `the tenant column of "${scan.table.name}" is neither a column nor a field of one`,
    );
  }
  if (!second) return parseCondition(`${alias}.${first} = @${parameter}`);
  const entries = `FROM UNNEST(${alias}.${first}) AS entry WHERE entry.${second}`;
  return parseCondition(
    `EXISTS (SELECT 1 ${entries} = @${parameter})` +
      ` AND NOT EXISTS (SELECT 1 ${entries} IS DISTINCT FROM @${parameter})`,
  );
}

function parseCondition(text: string): Expression {
  const { body } = parseQuery(`SELECT 1 FROM x WHERE ${text}`);
  if (body.kind !== 'select' || !body.where) throw new Error('Cannot build the tenant condition');
  return body.where;
}

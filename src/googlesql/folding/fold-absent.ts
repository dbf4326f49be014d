import { type AnalyzeOptions, analyze, type Statement } from '../analysis/analyze.ts';
import type { ResolvedStatement } from '../analysis/resolved/resolved.ts';
import type { AnyNode, Expression, Join, Query, Select } from '../syntax/tree/ast.ts';
import { dropAllUnusedNames } from '../syntax/tree/kept-names.ts';
import { mapNodes } from '../syntax/tree/visit.ts';
import { hasWindow } from '../syntax/tree/windows.ts';
import { sameType, type Type } from '../types.ts';
import { ConditionFolding } from './conditions.ts';
import { unfilteredItem, unfilteredQuery } from './pipe-filters.ts';
import { ResolvedTypes } from './resolved-types.ts';

/**
 * The statement for a request without some parameters: each is `CAST(NULL AS type)`, and what depends on one in WHERE,
 * HAVING, QUALIFY and ON is evaluated, so that a filter that is not used is not in the text. Only these are evaluated:
 *
 * - `NULL IS [NOT] NULL`, a comparison and LIKE with a NULL operand;
 * - NOT, AND and OR by three-valued logic;
 * - COALESCE and IFNULL whose first arguments are NULL, IF and CASE whose condition is constant.
 *
 * The rows are those of the unfolded statement, but an error of a part that went may be missing; names and types of the
 * columns are the same. `absent` has the types by lower-case name; the options are those that the unfolded statement is
 * analysed with, and its parameters may include the absent ones.
 */
export function foldAbsent(
  query: Query,
  absent: ReadonlyMap<string, Type>,
  options: AnalyzeOptions,
): Pick<Statement, 'tree' | 'resolved'> {
  const parameters = new Map([...options.parameters, ...absent]);
  return foldTyped(query, absent, options, new ResolvedTypes(query, { ...options, parameters }));
}

/** `foldAbsent` of a query whose types, with the absent parameters, are known. */
export function foldTyped(
  query: Query,
  absent: ReadonlyMap<string, Type>,
  options: AnalyzeOptions,
  types: ResolvedTypes,
): Pick<Statement, 'tree' | 'resolved'> {
  const tree = dropAllUnusedNames(foldTree(query, new ConditionFolding(absent, types)));
  const resolved = analyze(tree, options);
  refuseOtherColumns(types.statement, resolved);
  return { tree, resolved };
}

function refuseOtherColumns(before: ResolvedStatement, after: ResolvedStatement): void {
  const isSame =
    before.output.length === after.output.length &&
    before.output.every(({ name, column }, i) => {
      const other = after.output[i];
      return other?.name === name && sameType(other.column.type, column.type);
    });
  if (!isSame) throw new Error('The statement has other columns when parameters are absent');
}

function foldTree(query: Query, folding: ConditionFolding): Query {
  const enter = (node: AnyNode): AnyNode => {
    if (!('kind' in node)) return node;
    if (node.kind === 'query') return unfilteredQuery(node, isFiltering);
    if (node.kind === 'select') return foldSelect(node, folding);
    const item = node.kind === 'derived_table' ? unfilteredItem(node, isFiltering) : node;
    return item.kind === 'join' ? foldJoin(item, folding) : item;
  };
  const isFiltering = ({ where }: Select) => foldClause(where, folding) !== undefined;
  // The outermost query is entered too.
  return mapNodes({ query }, { enter, leave: (node) => folding.parameter(node) }).query;
}

/** A HAVING or WHERE that is TRUE goes: there is no HAVING without GROUP BY or an aggregate in the list. */
function foldSelect(select: Select, folding: ConditionFolding): Select {
  const { where, having, qualify } = select;
  if (!where && !having && !qualify) return select;
  return {
    ...select,
    where: foldClause(where, folding),
    having: foldClause(having, folding),
    qualify: foldQualify(select, folding),
  };
}

function foldClause(
  clause: Expression | undefined,
  folding: ConditionFolding,
): Expression | undefined {
  const folded = clause && folding.fold(clause);
  return folded && folding.constants.of(folded) === 'TRUE' ? undefined : folded;
}

/** A QUALIFY has to be about a window function, so it stays as it is when the only one would go. */
function foldQualify(select: Select, folding: ConditionFolding): Expression | undefined {
  const { qualify, items } = select;
  const folded = foldClause(qualify, folding);
  return folded && !hasWindow(folded) && !items.some(hasWindow) ? qualify : folded;
}

function foldJoin(join: Join, folding: ConditionFolding): Join {
  const { condition, type } = join;
  if (condition?.kind !== 'on') return join;
  const expression = folding.fold(condition.expression);
  if (type === 'INNER' && folding.constants.of(expression) === 'TRUE') {
    return { ...join, type: 'CROSS', condition: undefined };
  }
  return { ...join, condition: { kind: 'on', expression } };
}

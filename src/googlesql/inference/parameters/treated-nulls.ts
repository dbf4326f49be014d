import { findStoredFunction } from '../../functions/core/catalogue.ts';
import type { Call, Expression, Query } from '../../syntax/tree/ast.ts';
import { isExpression, nodesIn } from '../../syntax/tree/visit.ts';

/** The lower-case names of the parameters whose NULL a statement treats at one place at least. */
export function treatedNulls(tree: Query): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesIn(tree).filter(isExpression)) {
    for (const operand of treatedOperands(node)) addNullable(operand, names);
  }
  return names;
}

/** The operands of an expression that has a value of its own where they are NULL. */
function treatedOperands(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'is':
      return node.what === 'NULL' || node.what === 'UNKNOWN' ? [node.operand] : [];
    case 'distinct_from':
      return [node.left, node.right];
    case 'call': {
      const name = functionName(node);
      return name === 'COALESCE' || name === 'IFNULL' ? valuesOf(node).slice(0, -1) : [];
    }
    default:
      return [];
  }
}

/** Adds the parameters that make an expression NULL. */
function addNullable(root: Expression, names: Set<string>): void {
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'parameter') names.add(next.name.toLowerCase());
    else pending.push(...strictOperands(next));
  }
}

/** The operands of which each makes an expression NULL where it is NULL. */
function strictOperands(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'cast':
    case 'extract':
      return [node.expression];
    case 'unary':
      return [node.operand];
    case 'binary':
      return node.operator === 'AND' || node.operator === 'OR' ? [] : [node.left, node.right];
    case 'call':
      return strictArguments(node);
    default:
      return [];
  }
}

function strictArguments(node: Call): readonly Expression[] {
  const name = functionName(node);
  if (name === 'NULLIF') return valuesOf(node).slice(0, 1);
  const isScalar = findStoredFunction(name)?.kind === 'scalar';
  return isScalar && !VALUES_FOR_NULL.has(name) ? valuesOf(node) : [];
}

/** Functions that have a value for some NULL argument. */
const VALUES_FOR_NULL: ReadonlySet<string> = new Set([
  ...['COALESCE', 'IF', 'IFNULL', 'ZEROIFNULL', 'TYPEOF', 'ISERROR', 'IFERROR', 'NULLIFERROR'],
  ...['TO_JSON', 'TO_JSON_STRING', 'JSON_ARRAY', 'JSON_OBJECT', 'JSON_SET', 'JSON_ARRAY_APPEND'],
  ...['JSON_ARRAY_INSERT', 'FORMAT', 'RANGE', 'SEARCH'],
]);

/** In upper case, without `SAFE.`. */
function functionName({ path }: Call): string {
  const name = path.map((part) => part.name.toUpperCase()).join('.');
  return name.startsWith('SAFE.') ? name.slice('SAFE.'.length) : name;
}

function valuesOf(node: Call): readonly Expression[] {
  return node.arguments.map(({ value }) => value);
}

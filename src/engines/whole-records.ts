import {
  allScans,
  everyExpression,
  expressionParts,
  expressionsOf,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type Type,
} from '#googlesql';

/** Operators that ignore the fields of a record. */
const FIELD_BLIND = /^(\$(safe_)?array_at_\w+|\$is_null|ARRAY_LENGTH)$/;

/**
 * Whether the fields that a record has, beyond those that are named, may change the statement's rows: if a function
 * gets a whole record (`TO_JSON_STRING(t)`), or records are compared, grouped or combined.
 */
export function usesWholeRecords({ scan }: ResolvedStatement): boolean {
  return allScans(scan).some(
    (part) => combines(part) || everyExpression(expressionsOf(part), 'own').some(takesWholeRecord),
  );
}

/** Whether an expression reads all fields of an operand. */
export function takesWholeRecord(expression: ResolvedExpression): boolean {
  return readsParts(expression) && expressionParts(expression).some(({ type }) => hasRecord(type));
}

function combines(scan: Scan): boolean {
  if (!/^(set_operation|aggregate|analytic)$/.test(scan.kind)) return false;
  const inputs = scan.kind === 'set_operation' ? scan.columns : expressionsOf(scan);
  return inputs.some(({ type }) => hasRecord(type));
}

function readsParts(expression: ResolvedExpression): boolean {
  if (expression.kind === 'call') return !FIELD_BLIND.test(expression.function.name);
  return expression.kind !== 'get_field' && expression.kind !== 'struct';
}

function hasRecord(type: Type): boolean {
  return type.kind === 'STRUCT' || (type.kind === 'ARRAY' && hasRecord(type.element));
}

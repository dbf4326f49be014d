import type { Expression } from '#googlesql';

type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

const OTHER_COMPARISON: Readonly<Record<string, ExpressionOf<'binary'>['operator']>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

/** A comparison with its bound moved, or the opposite one; undefined for another expression. */
export function changedComparison(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'binary': {
      const operator = OTHER_COMPARISON[expression.operator];
      return operator && { ...expression, operator };
    }
    case 'is':
    case 'in':
    case 'like':
    case 'between':
    case 'distinct_from':
      return { ...expression, negated: !expression.negated };
    default:
      return undefined;
  }
}

/** A literal with another value; undefined for NULL and for other expressions. */
export function changedLiteral(expression: Expression): Expression | undefined {
  if (expression.kind !== 'literal') return undefined;
  const value = otherValue(expression);
  return value === undefined ? undefined : { ...expression, value };
}

function otherValue({ type, value }: ExpressionOf<'literal'>): string | undefined {
  switch (type) {
    case 'NULL':
    case 'JSON':
      return undefined;
    case 'BOOL':
      return value === 'true' ? 'false' : 'true';
    case 'INT64':
      return String(BigInt(value) + 1n);
    case 'FLOAT64':
      return floatText(Number(value) + 1);
    case 'STRING':
    case 'BYTES':
      return `${value}x`;
    default:
      // Of a date, a time or a number, the last digit.
      return value.replace(/\d(?=\D*$)/, (digit) => String(digit === '9' ? 8 : Number(digit) + 1));
  }
}

/** Whole numbers would be those of another type. */
function floatText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

const OTHER_AGGREGATE: Readonly<Record<string, string>> = {
  MIN: 'MAX',
  MAX: 'MIN',
  SUM: 'MAX',
  AVG: 'MIN',
  ANY_VALUE: 'COUNT',
  LOGICAL_AND: 'LOGICAL_OR',
  LOGICAL_OR: 'LOGICAL_AND',
  ARRAY_AGG: 'ANY_VALUE',
  STRING_AGG: 'MIN',
  BIT_AND: 'BIT_OR',
  BIT_OR: 'BIT_AND',
};

/** A call of an aggregate that computes another value; undefined for other expressions. */
export function changedAggregate(expression: Expression): Expression | undefined {
  if (expression.kind !== 'call' || expression.path.length !== 1) return undefined;
  const [name] = expression.path;
  const key = name?.name.toUpperCase() ?? '';
  if (expression.distinct) return { ...expression, distinct: false };
  if (key === 'COUNT' || key === 'COUNTIF') return oneMore(expression);
  const other = OTHER_AGGREGATE[key];
  return other && name ? { ...expression, path: [{ ...name, name: other }] } : undefined;
}

function oneMore(call: Expression): Expression {
  const { at } = call;
  const right = { kind: 'literal', at, type: 'INT64', value: '1' } as const;
  return { kind: 'binary', at, operator: '+', left: call, right };
}

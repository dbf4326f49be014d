import { ExpressionIndex } from '../../analysis/properties/same-expression.ts';
import type {
  FunctionCall,
  ResolvedExpression,
  ResolvedLiteral,
} from '../../analysis/resolved/resolved.ts';
import { CHAINS, chainTerms, operandsOf } from '../../analysis/resolved/traverse.ts';
import { isNullForNull } from '../../functions/core/nullability.ts';
import type { Implied, Proof, Rows } from './rows.ts';

/** What is known of an expression: that it is true, false, not NULL, or not true or not false, which NULL is neither. */
export type Outcome = 'true' | 'false' | 'value' | 'not true' | 'not false';

const NEGATED: Readonly<Record<Outcome, Outcome>> = {
  true: 'false',
  false: 'true',
  value: 'value',
  'not true': 'not false',
  'not false': 'not true',
};

/** The expressions that are not NULL in rows in which an expression has an outcome. */
export function impliedBy(
  expression: ResolvedExpression,
  outcome: Outcome,
  rows: Rows,
  proof: Proof,
): Implied {
  const known = rows.implied.get(expression) ?? new Map<string, Implied>();
  rows.implied.set(expression, known);
  const before = known.get(outcome);
  if (before) return before;
  const implied = new Condition(rows, proof).implied(expression, outcome);
  known.set(outcome, implied);
  return implied;
}

/** Rows that meet a condition. */
export function whereTrue(
  rows: Rows,
  condition: ResolvedExpression | undefined,
  proof: Proof,
): Rows {
  return condition ? rows.where(impliedBy(condition, 'true', rows, proof)) : rows;
}

/** What holds in each of several cases, of which one is the case. */
function inEach(cases: readonly Implied[]): Implied {
  const possible = cases.filter((implied) => implied !== 'never');
  const [first, ...more] = possible;
  if (!first) return 'never';
  return more.reduce((left, right) => {
    const index = new ExpressionIndex<true>();
    for (const expression of right) index.add(expression, true);
    return left.filter((expression) => index.find(expression));
  }, first);
}

/** What holds where several outcomes are all the case. */
function inAll(parts: readonly Implied[]): Implied {
  const lists: ResolvedExpression[] = [];
  for (const implied of parts) {
    if (implied === 'never') return 'never';
    for (const expression of implied) lists.push(expression);
  }
  return lists;
}

class Condition {
  readonly #rows: Rows;
  readonly #proof: Proof;

  constructor(rows: Rows, proof: Proof) {
    this.#rows = rows;
    this.#proof = proof;
  }

  #of(expression: ResolvedExpression | undefined, outcome: Outcome): Implied {
    return expression ? impliedBy(expression, outcome, this.#rows, this.#proof) : [];
  }

  #isRequired(expression: ResolvedExpression | undefined): boolean {
    return expression !== undefined && this.#proof.facts(expression, this.#rows).isRequired;
  }

  /** That all of some expressions are not NULL. */
  #values(expressions: readonly (ResolvedExpression | undefined)[]): Implied {
    return inAll(expressions.map((expression) => this.#of(expression, 'value')));
  }

  implied(expression: ResolvedExpression, outcome: Outcome): Implied {
    if (expression.kind === 'literal') return ofLiteral(expression, outcome);
    if (outcome === 'not true' || outcome === 'not false') return this.#denied(expression, outcome);
    switch (expression.kind) {
      case 'column':
        return [expression];
      case 'get_field':
        return inAll([[expression], this.#of(expression.struct, 'value')]);
      case 'cast':
        return inAll([[expression], this.#of(expression.expression, 'value')]);
      case 'subquery':
        return expression.modifier === 'IN' && outcome === 'true'
          ? this.#of(expression.needle, 'value')
          : [];
      case 'call':
        return inAll([[expression], this.#call(expression, outcome)]);
      default:
        return [];
    }
  }

  /** What follows from an outcome that includes NULL. */
  #denied(expression: ResolvedExpression, outcome: 'not true' | 'not false'): Implied {
    if (expression.kind === 'call') {
      const { name } = expression.function;
      if (name === '$not') return this.#of(expression.arguments[0], NEGATED[outcome]);
      if (name === (outcome === 'not true' ? '$or' : '$and')) {
        return inAll(chainTerms(expression).map((term) => this.#of(term, outcome)));
      }
    }
    if (!this.#isRequired(expression)) return [];
    return this.#of(expression, outcome === 'not true' ? 'false' : 'true');
  }

  #call(call: FunctionCall, outcome: 'true' | 'false' | 'value'): Implied {
    const { name } = call.function;
    const { arguments: args } = call;
    if (CHAINS.has(name) && name !== '$concat_op') return this.#chain(call, outcome);
    switch (name) {
      case '$not':
        return this.#of(args[0], NEGATED[outcome]);
      case '$is_null':
      case '$is_true':
      case '$is_false':
        return this.#test(call, outcome);
      case '$is_distinct_from':
        return this.#distinct(args, NEGATED[outcome]);
      case '$is_not_distinct_from':
        return this.#distinct(args, outcome);
      case '$between':
        return this.#values(outcome === 'true' ? args : args.slice(0, 1));
      case '$in':
        return this.#values(outcome === 'false' || args.length === 2 ? args : args.slice(0, 1));
      case '$in_array':
        return outcome === 'true' ? this.#values(args) : [];
      case 'COALESCE':
      case 'IFNULL':
        return inEach(args.map((argument) => this.#of(argument, outcome)));
      case 'NULLIF':
        return this.#of(args[0], outcome);
      case 'IF':
      case '$case_no_value':
        return this.#branches(
          args,
          outcome,
          (condition) => this.#of(condition, 'true'),
          (condition) => this.#of(condition, 'not true'),
        );
      case '$case_with_value':
        return this.#branches(
          args.slice(1),
          outcome,
          (value) => this.#values([args[0], value]),
          () => [],
        );
      default:
        return isNullForNull(name) ? this.#values(operandsOf(call)) : [];
    }
  }

  /** AND or OR. */
  #chain(call: FunctionCall, outcome: 'true' | 'false' | 'value'): Implied {
    const terms = chainTerms(call);
    const whole = call.function.name === '$and' ? 'true' : 'false';
    const every = () => inAll(terms.map((term) => this.#of(term, whole)));
    const some = () => inEach(terms.map((term) => this.#of(term, NEGATED[whole])));
    if (outcome === 'value') return inEach([every(), some()]);
    return outcome === whole ? every() : some();
  }

  /** IS NULL, IS TRUE and IS FALSE. */
  #test({ function: { name }, arguments: [value] }: FunctionCall, outcome: Outcome): Implied {
    if (outcome === 'value') return [];
    if (name !== '$is_null') {
      const tested = name === '$is_true' ? 'true' : 'false';
      return this.#of(value, outcome === 'true' ? tested : `not ${tested}`);
    }
    if (outcome === 'false') return this.#of(value, 'value');
    return this.#isRequired(value) ? 'never' : [];
  }

  /** IS NOT DISTINCT FROM: neither is NULL if one cannot be. */
  #distinct(args: readonly ResolvedExpression[], outcome: Outcome): Implied {
    const [left, right] = args;
    if (outcome === 'true') {
      const isValue = this.#isRequired(left) || this.#isRequired(right);
      return isValue ? this.#values(args) : [];
    }
    if (outcome !== 'false') return [];
    if (isNullLiteral(right)) return this.#of(left, 'value');
    return isNullLiteral(left) ? this.#of(right, 'value') : [];
  }

  /** Pairs of a condition and a value, and perhaps one value more. */
  #branches(
    args: readonly ResolvedExpression[],
    outcome: Outcome,
    taken: (condition: ResolvedExpression) => Implied,
    passed: (condition: ResolvedExpression) => Implied,
  ): Implied {
    const cases: Implied[] = [];
    let before: Implied = [];
    for (let i = 0; i + 1 < args.length; i += 2) {
      const [condition, value] = args.slice(i, i + 2);
      if (!condition) break;
      cases.push(inAll([before, taken(condition), this.#of(value, outcome)]));
      before = inAll([before, passed(condition)]);
    }
    // Without an ELSE the value is NULL.
    if (args.length % 2 === 1) cases.push(inAll([before, this.#of(args.at(-1), outcome)]));
    return inEach(cases);
  }
}

function isNullLiteral(expression: ResolvedExpression | undefined): boolean {
  return expression?.kind === 'literal' && expression.value === null;
}

function ofLiteral({ value }: ResolvedLiteral, outcome: Outcome): Implied {
  switch (outcome) {
    case 'true':
      return value === true ? [] : 'never';
    case 'false':
      return value === false ? [] : 'never';
    case 'value':
      return value === null ? 'never' : [];
    case 'not true':
      return value === true ? 'never' : [];
    case 'not false':
      return value === false ? 'never' : [];
  }
}

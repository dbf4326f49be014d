import { alwaysHasRow } from '../../analysis/properties/row-count.ts';
import type {
  ExpressionOf,
  ResolvedExpression,
  ResolvedLiteral,
  ResolvedSubquery,
} from '../../analysis/resolved/resolved.ts';
import { CLOCK_PARAMETER } from '../../syntax/parser/pin-clock.ts';
import type { Type } from '../../types.ts';
import { callFacts } from './calls.ts';
import {
  type Facts,
  factsOfNull,
  isRequiredThroughout,
  ofEach,
  optional,
  unproven,
  vacuous,
  withRequired,
} from './facts.ts';
import type { Proof, Rows } from './rows.ts';

/** What is proven of an expression over rows. */
export function expressionFacts(expression: ResolvedExpression, rows: Rows, proof: Proof): Facts {
  const before = rows.facts.get(expression);
  if (before) return before;
  const own = factsOf(expression, rows, proof);
  const isNonNull = !own.isRequired && rows.isNonNull(expression);
  const facts = isNonNull ? withRequired(own, true) : own;
  rows.facts.set(expression, facts);
  return facts;
}

function factsOf(expression: ResolvedExpression, rows: Rows, proof: Proof): Facts {
  const { type } = expression;
  switch (expression.kind) {
    case 'literal':
      return literalFacts(expression);
    case 'parameter': {
      const isRequired = proof.required.has(expression.name) || expression.name === CLOCK_PARAMETER;
      return parameterFacts(type, isRequired);
    }
    case 'column':
      return rows.of(expression.column.id) ?? unproven(type);
    case 'get_field': {
      const struct = proof.facts(expression.struct, rows);
      const field = struct.fields?.[expression.index] ?? unproven(type);
      return withRequired(field, struct.isRequired && field.isRequired);
    }
    case 'struct': {
      const fields = expression.fields.map((field) => proof.facts(field, rows));
      return { ...unproven(type), isRequired: true, fields };
    }
    case 'array': {
      const items = expression.items.map((item) => proof.facts(item, rows));
      const element = type.kind === 'ARRAY' ? ofEach(type.element, items) : unproven(type);
      return { ...unproven(type), isRequired: true, element };
    }
    case 'cast':
      return ofCast(expression, rows, proof);
    case 'subquery':
      return subqueryFacts(expression, rows, proof);
    case 'call':
      return callFacts(expression, rows, proof);
  }
}

function literalFacts({ type, value }: ResolvedLiteral): Facts {
  if (value === null) return factsOfNull(type);
  const isWritable =
    type.kind === 'FLOAT64' ? Number.isFinite(value) : type.kind !== 'JSON' || value !== 'null';
  const isSafeInteger = type.kind === 'INT64' && Number.isSafeInteger(Number(value));
  return { isRequired: true, isWritable, isSafeInteger };
}

/** No parameter's array holds NULL. */
function parameterFacts(type: Type, isRequired: boolean): Facts {
  const facts = withRequired(unproven(type), isRequired);
  return facts.element ? { ...facts, element: withRequired(facts.element, true) } : facts;
}

function ofCast({ expression, type, safe }: ExpressionOf<'cast'>, rows: Rows, proof: Proof): Facts {
  if (expression.kind === 'literal' && expression.value === null) return factsOfNull(type);
  return castFacts(proof.facts(expression, rows), expression.type, type, safe);
}

/** The types of which a FLOAT64 is finite. */
const FINITE_KINDS: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC']);

/** SAFE_CAST makes NULL of a field that it cannot convert. */
function castFacts(facts: Facts, from: Type, to: Type, safe: boolean): Facts {
  const plain = withRequired(unproven(to), facts.isRequired && !safe);
  if (to.kind === 'ARRAY') {
    if (from.kind !== 'ARRAY' || !facts.element) return plain;
    return { ...plain, element: castFacts(facts.element, from.element, to.element, safe) };
  }
  if (to.kind === 'STRUCT') {
    if (from.kind !== 'STRUCT') return plain;
    const fields = to.fields.map(({ type }, i) => {
      const [own, source] = [facts.fields?.[i], from.fields[i]];
      return own && source ? castFacts(own, source.type, type, safe) : unproven(type);
    });
    return { ...plain, fields };
  }
  if (from.kind === to.kind) return safe ? optional(facts) : facts;
  return to.kind === 'FLOAT64' ? { ...plain, isWritable: FINITE_KINDS.has(from.kind) } : plain;
}

function subqueryFacts(subquery: ResolvedSubquery, rows: Rows, proof: Proof): Facts {
  const { type, modifier, scan, column, needle } = subquery;
  const inner = proof.rows(scan, rows);
  const value = inner.of(column.id) ?? unproven(column.type);
  switch (modifier) {
    case 'EXISTS':
      return withRequired(unproven(type), true);
    case 'ARRAY':
      return { ...unproven(type), isRequired: true, element: value };
    case 'IN': {
      const sides = [needle ? proof.facts(needle, rows) : vacuous(type), value];
      return withRequired(unproven(type), sides.every(isRequiredThroughout));
    }
    case 'SCALAR':
      return alwaysHasRow(scan) ? value : optional(value);
  }
}

import { SCALARS, type ScalarKind } from '../../src/googlesql/types.ts';
import type { FunctionProto, SignatureProto } from '../oracle/oracle.ts';
import { callText } from './call-text.ts';
import { KINDS, LITERALS, PARTS } from './literals.ts';
import type { Random } from './random.ts';

/** One call to be computed: an expression over the columns `a0`, `a1`, … and what they hold. */
export interface CallToTry {
  readonly name: string;
  readonly expression: string;
  readonly columns: readonly string[];
}

/** What no engine answers alike twice, or what stands outside of BigQuery. */
const UNTRIED =
  /^(st_|s2_|keys\.|aead\.|hll_|d3a_|deterministic_|anon_|rand$|generate_uuid|session_user|current_|error$|iserror|iferror|nulliferror|range|generate_range|pi_|typeof|filter_fields|modify_map|contains_key|timestamp_from_unix)/;

/** The functions of the reference that have a text and rows to be tried on. */
export function scalarFunctions(functions: readonly FunctionProto[]): FunctionProto[] {
  return functions.filter(
    ({ name_path, mode, signature }) =>
      mode === 'SCALAR' && signature !== undefined && !UNTRIED.test(name_path.join('.')),
  );
}

/** Functions whose answer grows with their arguments, up to more than a machine holds. */
const GROWING = /^(repeat|lpad|rpad|generate_|format$)/;

/** Literals that make an answer too long. */
const EXTREME = /\d{4}|-\d{3}|e\d|'inf'/;

/** Functions of NUMERIC from which the reference does not come back for some values. */
const ENDLESS = /^(exp|pow|ln|log|log10)$/;

/** A call of a function with values from the pools; undefined where the signature has types that are not tried. */
export function makeCall(random: Random, proto: FunctionProto): CallToTry | undefined {
  const name = proto.name_path.join('.');
  const columns: string[] = [];
  const values = makeArguments(random, random.pick(proto.signature ?? []), (literal) => {
    // A constant is computed when DuckDB plans, a column when it runs: both ways must agree.
    if (random.below(4) === 0) return literal;
    columns.push(literal);
    return `a${columns.length - 1}`;
  });
  if (!values || isEndless(name, [...columns, ...values])) return undefined;
  const expression = callText(name, values);
  return expression === undefined ? undefined : { name, expression, columns };
}

function isEndless(name: string, texts: readonly string[]): boolean {
  if (GROWING.test(name)) return texts.some((text) => EXTREME.test(text));
  return ENDLESS.test(name) && texts.some((text) => text.includes('NUMERIC'));
}

function makeArguments(
  random: Random,
  signature: SignatureProto,
  place: (literal: string) => string,
): string[] | undefined {
  const anys = new Map<string, ScalarKind>();
  const made = (signature.argument ?? []).flatMap((argument) =>
    Array.from({ length: timesOf(random, argument.options.cardinality) }, () =>
      makeArgument(random, argument, anys),
    ),
  );
  const known = made.filter((value) => value !== undefined);
  if (known.length < made.length) return undefined;
  return known.map(({ text, isPart }) => (isPart ? text : place(text)));
}

function timesOf(random: Random, cardinality: string): number {
  if (cardinality === 'REQUIRED') return 1;
  return random.below(cardinality === 'OPTIONAL' ? 2 : 3);
}

function makeArgument(
  random: Random,
  { kind, type }: NonNullable<SignatureProto['argument']>[number],
  anys: Map<string, ScalarKind>,
): { text: string; isPart: boolean } | undefined {
  if (type?.type_kind === 'TYPE_ENUM') {
    const isPart = type.enum_type?.enum_name.endsWith('DateTimestampPart') === true;
    return isPart ? { text: random.pick(PARTS), isPart } : undefined;
  }
  if (type?.type_kind === 'TYPE_ARRAY') {
    return literalOf(random, nameOfKind(type.array_type?.element_type.type_kind), true);
  }
  if (type) return literalOf(random, nameOfKind(type.type_kind), false);
  const variable = /^ARG_(ARRAY_)?TYPE_ANY_(\d)$/.exec(kind);
  if (!variable) return undefined;
  const key = variable[2] ?? '';
  const chosen = anys.get(key) ?? random.pick(KINDS);
  anys.set(key, chosen);
  return literalOf(random, chosen, variable[1] !== undefined);
}

function nameOfKind(kind = ''): string {
  return kind.replace('TYPE_', '').replace('DOUBLE', 'FLOAT64');
}

function literalOf(
  random: Random,
  kind: string,
  isArray: boolean,
): { text: string; isPart: boolean } | undefined {
  const pool = LITERALS[kind as ScalarKind];
  if (!pool || !(kind in SCALARS)) return undefined;
  if (!isArray) {
    const text = random.below(9) === 0 ? `CAST(NULL AS ${kind})` : random.pick(pool);
    return { text, isPart: false };
  }
  if (random.below(9) === 0) return { text: `CAST(NULL AS ARRAY<${kind}>)`, isPart: false };
  const items = Array.from({ length: random.below(4) }, () =>
    random.below(6) === 0 ? 'NULL' : random.pick(pool),
  );
  return { text: `ARRAY<${kind}>[${items.join(', ')}]`, isPart: false };
}

/** A cast between two types. */
export function makeCast(random: Random): CallToTry {
  const [from, to] = [random.pick(KINDS), random.pick(KINDS)];
  const value = literalOf(random, from, false)?.text ?? 'NULL';
  const isColumn = random.below(4) > 0;
  const safe = random.below(3) === 0 ? 'SAFE_' : '';
  const expression = `${safe}CAST(${isColumn ? 'a0' : value} AS ${to})`;
  return { name: `cast ${from} to ${to}`, expression, columns: isColumn ? [value] : [] };
}

/** The statement that computes a call on one row, in a way that no planner computes beforehand. */
export function statementOf({ expression, columns }: CallToTry): string {
  if (columns.length === 0) return `SELECT ${expression} AS r`;
  const fields = columns.map((literal, i) => `${literal} AS a${i}`);
  return `SELECT ${expression} AS r FROM UNNEST([STRUCT(${fields.join(', ')})])`;
}

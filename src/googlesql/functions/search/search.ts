import { excerpt } from '../../excerpt.ts';
import type { Type } from '../../types.ts';
import { type Check, type Lowering, needsArgument, scalarGroup } from '../core/define.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { argumentsOf, bind } from '../core/lowering.ts';
import { allOf, requireConstant } from '../core/signatures/argument-check.ts';
import { constantOf, fieldOf, NULL, type Sql, sql, variable } from '../core/sql.ts';

/** Each text of the data is searched by itself, and one of them must have all that is searched for. */
const lowerSearch: Lowering = (call) => {
  const [data = NULL, argument = NULL] = call.arguments;
  const [type] = call.types;
  const query =
    typeof call.literals[1] === 'string' ? argument : sql`gsql_search_query(${argument})`;
  const search = (own: Sql) =>
    isExact(call.literals) ? sql`(${own} = ${query})` : sql`gsql_search(${own}, ${query})`;
  if (type?.kind === 'STRING') return search(data);
  return bind(argumentsOf(call, 0, 1), ([value = NULL]) => {
    const texts = type && textsIn(value, type, 0);
    if (texts === undefined) return constantOf('false');
    return sql`gsql_any_true(list_transform(${texts}, lambda searched: ${search(variable('searched'))}))`;
  });
};

function isExact(literals: readonly unknown[]): boolean {
  return String(literals.at(-1)).toUpperCase() === 'NO_OP_ANALYZER';
}

const ownText = (value: Sql, { kind }: Type) => (kind === 'STRING' ? value : undefined);

/** The texts of a value as a list, one for each scalar that has one; undefined for a type that has none. */
export function textsIn(
  value: Sql,
  type: Type,
  depth: number,
  textOf: (value: Sql, type: Type) => Sql | undefined = ownText,
): Sql | undefined {
  if (type.kind === 'ARRAY') {
    if (type.element.kind === 'STRING') return value;
    const item = variable(`item${depth}`);
    const texts = textsIn(item, type.element, depth + 1, textOf);
    return texts && sql`flatten(list_transform(${value}, lambda ${item}: ${texts}))`;
  }
  if (type.kind !== 'STRUCT') {
    const text = textOf(value, type);
    return text && sql`[${text}]`;
  }
  const fields = type.fields.flatMap((field, i) => {
    const own = fieldOf(value, duckdbFieldName(type, i));
    return textsIn(own, field.type, depth, textOf) ?? [];
  });
  return fields.length > 0 ? sql`flatten([${fields}])` : undefined;
}

const requireAnalyzer: Check = ({ literals }) => {
  const analyzer = literals.at(-1);
  if (typeof analyzer !== 'string' || /^(LOG|NO_OP)_ANALYZER$/i.test(analyzer)) return;
  throw new Error(`The analyzer ${excerpt(analyzer)} of SEARCH is not supported`);
};

const refuseJson: Check = ({ types: [type] }) => {
  if (type && hasJson(type)) throw new Error('SEARCH of JSON is not supported');
};

function hasJson(type: Type): boolean {
  if (type.kind === 'ARRAY') return hasJson(type.element);
  return type.kind === 'STRUCT' ? type.fields.some((f) => hasJson(f.type)) : type.kind === 'JSON';
}

/** SEARCH: whether a text, or one within a value, has the terms of a query. */
export const SEARCH = scalarGroup('Search')(
  'SEARCH',
  [['(T1, STRING, analyzer => STRING) -> BOOL', lowerSearch]],
  {
    defaults: { analyzer: 'LOG_ANALYZER' },
    check: allOf(requireConstant(1), requireAnalyzer, refuseJson),
    needsValue: needsArgument(2),
  },
);

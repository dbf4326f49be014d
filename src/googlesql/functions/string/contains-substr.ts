import { SCALARS, type Type } from '../../types.ts';
import { lowerText } from '../conversion/cast-lowering.ts';
import { type Check, type Lowering, scalarGroup } from '../core/define.ts';
import { bind, lowerOne } from '../core/lowering.ts';
import { NULL, sql } from '../core/sql.ts';
import { textsIn } from '../search/search.ts';

const lowerContains: Lowering = ({ arguments: args, literals }) =>
  sql`contains(${args.map((own, i) => lowerOne('gsql_fold', own, literals[i]))})`;

/** Each scalar within a value is searched as a text; NULL, where none has the text, if any of them is. */
const lowerContainsAny: Lowering = (call) => {
  if (call.types[0]?.kind === 'STRING') return lowerContains(call);
  return bind(call, ([value = NULL, text = NULL]) => {
    const [type = SCALARS.STRING] = call.types;
    const texts = textsIn(value, type, 0, lowerText) ?? NULL;
    const sought = lowerOne('gsql_fold', text, call.literals[1]);
    return sql`CASE WHEN ${value} IS NOT NULL THEN gsql_any_true(list_transform(${texts}, lambda searched: contains(gsql_fold(searched), ${sought}))) END`;
  });
};

const SEARCHED: ReadonlySet<string> = new Set([
  ...['STRING', 'INT64', 'BOOL', 'NUMERIC', 'BIGNUMERIC'],
  ...['TIMESTAMP', 'TIME', 'DATE', 'DATETIME'],
]);

const checkSearched: Check = ({ types: [type], literals }) => {
  if (literals[1] === null) throw new Error('Argument 2 to CONTAINS_SUBSTR must be non-NULL');
  const refused = type && unsearched(type);
  if (refused) throw new Error(`CONTAINS_SUBSTR of ${refused} is not supported`);
};

/** The first kind of scalar in a type that is not searched. */
function unsearched(type: Type): string | undefined {
  if (type.kind === 'ARRAY') return unsearched(type.element);
  if (type.kind === 'STRUCT')
    return type.fields.map((field) => unsearched(field.type)).find((kind) => kind !== undefined);
  return SEARCHED.has(type.kind) ? undefined : type.kind;
}

/** CONTAINS_SUBSTR of a text, of another scalar, or of all within a value. */
export const CONTAINS_SUBSTR = scalarGroup('String')(
  'CONTAINS_SUBSTR',
  [['(T1, STRING) -> BOOL', lowerContainsAny]],
  checkSearched,
);

import {
  type Expression,
  inferParameters,
  type ParameterTag,
  parseQuery,
  parseTypeSpelling,
  typeName,
} from '#googlesql';
import { TABLES } from './parameter-tables.ts';

/** What is inferred, as text: `p: STRING!, q: INT64 = 5`. */
export function inferred(sql: string, ...tags: readonly ParameterTag[]): string {
  const { parameters } = inferParameters(parseQuery(sql), { tables: TABLES, tags });
  return parameters
    .map(({ name, type, isRequired, default: value }) => {
      const text = value ? ` = ${valueText(value)}` : '';
      return `${name}: ${typeName(type)}${isRequired ? '!' : ''}${text}`;
    })
    .join(', ');
}

function valueText(
  value: NonNullable<ReturnType<typeof inferParameters>['parameters'][number]['default']>,
): string {
  return value.kind === 'array'
    ? `[${value.items.map((item) => (item.kind === 'literal' ? item.value : '?')).join(', ')}]`
    : String(value.value);
}

/** A tag with a type and a default as they are written. */
export function tag(name: string, type: string | undefined, written?: string): ParameterTag {
  return {
    name,
    offset: 0,
    ...(type === undefined ? {} : { type: parseTypeSpelling(type) }),
    ...(written === undefined ? {} : { default: expression(written) }),
  };
}

function expression(text: string): Expression {
  const { body } = parseQuery(`SELECT ${text}`);
  const item = body.kind === 'select' ? body.items[0] : undefined;
  if (!item || item.kind === 'select_star') throw new TypeError('Not an expression');
  return item.expression;
}

/** A statement with a condition; another statement is left as it is. */
export function where(condition: string): string {
  return /^(SELECT|WITH|FROM) /.test(condition) ? condition : `SELECT i FROM t WHERE ${condition}`;
}

import type { Parameter } from '../api/description.ts';
import { type ExactValue, isRecord, parseExact } from '../api/exact-json.ts';
import { elementType } from '../form/arguments.ts';
import { type SnippetInput, typeNameOf } from './snippet.ts';

/** Types whose literals in GraphQL are those of JSON; all others are texts. */
const BARE: readonly string[] = ['BOOL', 'INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC'];

/** The operation that asks for the same rows. */
export function graphqlSnippet(input: SnippetInput): string {
  const { sql } = input.arguments;
  return typeof sql === 'string' ? sandboxText(input, sql) : fieldText(input);
}

/** Callers' SQL has a field of its own, which takes arguments by their names in REST. */
function sandboxText({ arguments: values, endpoint, redact }: SnippetInput, sql: string): string {
  const { sql: _, ...own } = values;
  return `query Sandbox {
  sandbox(
    endpoint: ${textOf(endpoint.name)}
    arguments: ${jsonLiteral(own)}
    sql: ${textOf(sql)}${redact ? '\n    redactPii: true' : ''}
  ) {
    columns {
      name
      type
      mode
    }
    rows
    truncated
    meta {
      cacheStatus
      ageSeconds
    }
  }
}
`;
}

function fieldText(input: SnippetInput): string {
  const { endpoint, redact } = input;
  const { columns, field, returns } = endpoint;
  const args = [...argumentTexts(input), ...(redact ? ['redactPii: true'] : [])];
  const selections = columns.map(({ name, selection }) => selection ?? name);
  const list = args.length === 0 ? '' : `(\n    ${args.join('\n    ')}\n  )`;
  return `query ${typeNameOf(input)} {
  ${field}${list} {
    ${returns === 'one' ? 'row' : 'rows'} {
      ${selections.join('\n      ')}
    }
    truncated
    meta {
      cacheStatus
      ageSeconds
    }
  }
}
`;
}

function argumentTexts({ arguments: values, endpoint }: SnippetInput): readonly string[] {
  const own = endpoint.parameters.flatMap((parameter) => {
    const sent = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    const value = valueIn(parameter, sent);
    return value === undefined ? [] : [`${parameter.argument}: ${literalOf(parameter, value)}`];
  });
  const { limit, order_by: order } = values;
  const isOwn = (name: string) => endpoint.parameters.some((one) => one.argument === name);
  return [
    ...own,
    ...(limit !== undefined && !isOwn('limit') ? [`limit: ${String(limit)}`] : []),
    ...(order !== undefined && !isOwn('orderBy') ? [`orderBy: [${orderText(String(order))}]`] : []),
  ];
}

/** GraphQL requires pinned arguments, and those that REST takes a fallback for. */
function valueIn(parameter: Parameter, value: ExactValue | undefined): ExactValue | undefined {
  if (parameter.pinned !== undefined) return parameter.pinned;
  if (value !== undefined) return value;
  return parameter.default === undefined ? undefined : (parameter.default as ExactValue);
}

function literalOf(parameter: Parameter, value: ExactValue): string {
  const { enumValues = [], type, values } = parameter;
  const place = values?.indexOf(String(value)) ?? -1;
  if (place >= 0) return enumValues[place] ?? String(value);
  if (Array.isArray(value)) {
    const element = elementType(parameter) ?? 'STRING';
    return `[${value.map((one) => scalarOf(element, one)).join(', ')}]`;
  }
  return scalarOf(type, value);
}

function scalarOf(type: string, value: ExactValue): string {
  if (type === 'JSON') return jsonLiteral(parseExact(String(value)));
  return BARE.includes(type) && typeof value !== 'string' ? String(value) : textOf(String(value));
}

function textOf(text: string): string {
  return JSON.stringify(text);
}

/** JSON as a literal of GraphQL, whose names have no quotation marks; texts of other names cannot be written. */
function jsonLiteral(value: ExactValue): string {
  if (Array.isArray(value)) return `[${value.map(jsonLiteral).join(', ')}]`;
  if (!isRecord(value)) return typeof value === 'string' ? textOf(value) : String(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${jsonLiteral(member)}`)
    .join(', ')}}`;
}

/** `-revenue,day` as the values of the enum of orders. */
function orderText(order: string): string {
  return order
    .split(',')
    .map((name) => `${upperSnake(name.replace(/^-/, ''))}_${name.startsWith('-') ? 'DESC' : 'ASC'}`)
    .join(', ');
}

function upperSnake(name: string): string {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).join('_').toUpperCase();
}

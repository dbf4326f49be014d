import type { Column } from '../api/description.ts';
import { printExact } from '../api/exact-json.ts';
import { type SnippetInput, typeNameOf } from './snippet.ts';

/** What JSON makes of each type of BigQuery. */
const TYPES: Readonly<Record<string, string>> = {
  BOOL: 'boolean',
  INT64: 'number',
  FLOAT64: 'number',
  TIMESTAMP: 'number',
  JSON: 'unknown',
};

/** What a type alone does not say. */
const NOTES: Readonly<Record<string, string>> = {
  TIMESTAMP: 'Microseconds since the epoch.',
  NUMERIC: 'A decimal number, with all its digits.',
  BIGNUMERIC: 'A decimal number, with all its digits.',
  BYTES: 'Base64.',
};

/** A module that asks for the rows, with their type. */
export function typescriptSnippet(input: SnippetInput): string {
  const { arguments: values, endpoint, key, origin, redact } = input;
  const name = `${typeNameOf(input)}Row`;
  const redaction = redact ? `\n    'SVC-ENDPOINT-REDACT-PII': 'true',` : '';
  return `/** A row of ${commented(endpoint.name)}. */
export interface ${name} ${objectType(endpoint.columns, '')}

const response = await fetch(${quoted(origin + endpoint.path)}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-API-KEY': ${quoted(key)},${redaction}
  },
  body: ${bodyText(printExact(values, 2))},
});
if (!response.ok) throw new Error(await response.text());
const { result } = (await response.json()) as { result: ${name}[] };
console.log(result);
`;
}

function objectType(columns: readonly Column[], indentation: string): string {
  const inner = `${indentation}  `;
  const members = columns.map((column) => {
    const note = noteOf(column);
    const comment = note ? `${inner}/** ${note} */\n` : '';
    return `${comment}${inner}${memberName(column.name)}: ${columnType(column, inner)};`;
  });
  return `{\n${members.join('\n')}\n${indentation}}`;
}

function noteOf({ description = '', type }: Column): string {
  const sentence = /[\w)]$/.test(description) ? `${description}.` : description;
  return commented([sentence, NOTES[type]].filter(Boolean).join(' '));
}

function columnType(column: Column, indentation: string): string {
  const { fields, mode, required, type } = column;
  const element = fields ? objectType(fields, indentation) : (TYPES[type] ?? 'string');
  if (mode === 'REPEATED') return element === 'unknown' ? 'unknown[]' : `${element}[]`;
  return required || element === 'unknown' ? element : `${element} | null`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** The JSON of a body, as an expression that has all its digits. */
function bodyText(json: string): string {
  const hasLongNumber = /(?<![\d."])-?\d{16,}(?![\d."])/.test(json);
  if (hasLongNumber) return quoted(json.replace(/\n\s*/g, ' '));
  return `JSON.stringify(${json.replaceAll('\n', '\n  ')})`;
}

/** A text as a string literal. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

function commented(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ');
}

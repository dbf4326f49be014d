import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonRow } from '../values/json.ts';
import type { Case } from './reading/read-cases.ts';
import type { CaseAnswer } from './running/case-runner.ts';

/** Rewrites the expected rows in the file of a case, below a project's folder; the rest of the text stays as it is. */
export function updateCase(
  folder: string,
  { file, json }: Pick<Case, 'file' | 'json'>,
  answer: Extract<CaseAnswer, { kind: 'rows' }>,
): void {
  const [start, end] = json.rangeOf(['rows']) ?? [];
  if (start === undefined || end === undefined) throw new TypeError('The case has no rows');
  const path = join(folder, file);
  const indent = /^[\t ]+(?=")/m.exec(json.text)?.[0] ?? '  ';
  const lineEnd = json.text.includes('\r\n') ? '\r\n' : '\n';
  const rows = rowsText(answer, indent, lineEnd);
  writeFileSync(path, `${json.text.slice(0, start)}${rows}${json.text.slice(end)}`);
}

/** Rows as the lines of a list in a file of a case. */
export function rowsText(
  { columns, rows }: Pick<Extract<CaseAnswer, { kind: 'rows' }>, 'columns' | 'rows'>,
  indent = '  ',
  lineEnd = '\n',
): string {
  if (rows.length === 0) return '[]';
  const lines = rows.map(jsonRow(columns)).map((text) => `${indent}${indent}${spacedJson(text)}`);
  return `[${lineEnd}${lines.join(`,${lineEnd}`)}${lineEnd}${indent}]`;
}

/** JSON in one line with blanks between its tokens, as people write it. */
export function spacedJson(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\{\}|[{}:,]/g, (token) => SPACED[token] ?? token);
}

const SPACED: Readonly<Record<string, string>> = { '{': '{ ', '}': ' }', ':': ': ', ',': ', ' };

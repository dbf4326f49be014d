import { type FieldNode, parse, parseValue, type StringValueNode, visit } from 'graphql';
import type { Result } from '../page/fetcher.ts';

/** The statement that a `sandbox` field of a document sends, and where it stands. */
export interface SqlArgument {
  readonly sql: string;
  /** The key of the field in the response. */
  readonly responseKey: string;
  readonly start: number;
  readonly end: number;
}

/** The statements of a document that stand in it as strings; none if it does not parse. */
export function sqlArguments(document: string): readonly SqlArgument[] {
  const statements: SqlArgument[] = [];
  try {
    visit(parse(document), {
      Field(field) {
        const value = field.name.value === 'sandbox' ? sqlValue(field) : undefined;
        if (!value?.loc) return;
        const { start, end } = value.loc;
        const responseKey = (field.alias ?? field.name).value;
        statements.push({ sql: value.value, responseKey, start, end });
      },
    });
  } catch {
    return [];
  }
  return statements;
}

function sqlValue(field: FieldNode): StringValueNode | undefined {
  const value = field.arguments?.find(({ name }) => name.value === 'sql')?.value;
  return value?.kind === 'StringValue' ? value : undefined;
}

/** The document with another statement in the argument's place. */
export function withSql(document: string, { start, end }: SqlArgument, sql: string): string {
  const line = document.slice(document.lastIndexOf('\n', start - 1) + 1, start);
  const literal = stringLiteral(sql, /^\s*/.exec(line)?.[0] ?? '');
  return document.slice(0, start) + literal + document.slice(end);
}

/** A block string over several lines where that is the same value, else a string with escapes. */
function stringLiteral(sql: string, indentation: string): string {
  const lines = sql.replaceAll('"""', '\\"""').split('\n');
  const block = [
    '"""',
    ...lines.map((line) => (line === '' ? '' : `${indentation}  ${line}`)),
    `${indentation}"""`,
  ].join('\n');
  const parsed = parseValue(block);
  const isSame = parsed.kind === 'StringValue' && parsed.value === sql;
  return isSame ? block : JSON.stringify(sql);
}

/** Why the service refused a statement. */
export interface StatementError {
  readonly sql: string;
  readonly message: string;
  /** From 1; absent where the message names no position. */
  readonly line?: number;
  readonly column?: number;
}

interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** The refused statements of an operation, by its response. */
export function sqlErrors(operation: string, response: Result): readonly StatementError[] {
  // The service's errors always have this form; those of the page have no `path`.
  const errors = (response['errors'] ?? []) as readonly ResponseError[];
  const refused = errors.filter(({ extensions }) => extensions?.code === 'SQL_INVALID');
  if (refused.length === 0) return [];
  const statements = sqlArguments(operation);
  return refused.flatMap(({ message, path }) => {
    const statement = statements.find(({ responseKey }) => responseKey === path?.[0]);
    return statement ? [{ sql: statement.sql, message, ...positionIn(message) }] : [];
  });
}

function positionIn(message: string): Pick<StatementError, 'line' | 'column'> {
  const [, line, column] = /\[at (\d+):(\d+)\]/.exec(message) ?? [];
  return line === undefined ? {} : { line: Number(line), column: Number(column) };
}

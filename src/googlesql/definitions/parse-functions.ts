import { excerpt } from '../excerpt.ts';
import { findStoredFunction, whyRefused } from '../functions/core/catalogue.ts';
import { SqlError } from '../sql-error.ts';
import type { Cursor, ParseLimits } from '../syntax/lexer/cursor.ts';
import { parseType } from '../syntax/parser/expressions/type.ts';
import { openText } from '../syntax/parser/parser.ts';
import { printPath } from '../syntax/printer/literal.ts';
import type { Expression, Identifier, TypeName } from '../syntax/tree/ast.ts';
import { nodesOfKind } from '../syntax/tree/visit.ts';
import type { FunctionArgument, FunctionDefinition } from './definition.ts';
import { inSource } from './in-source.ts';

/** A text of one or more `CREATE FUNCTION` statements. Throws an `SqlError` at the place of a mistake. */
export function parseFunctions(
  text: string,
  limits: ParseLimits = {},
): readonly FunctionDefinition[] {
  const cursor = openText(text, limits);
  const functions = [parseFunction(cursor, text)];
  while (cursor.accept(';') && cursor.token.kind !== 'end') {
    functions.push(parseFunction(cursor, text));
  }
  if (cursor.token.kind !== 'end') cursor.fail(';', 'end of input');
  cursor.finish();
  return functions;
}

/** Parses one `CREATE FUNCTION`; `text` is what its offsets are in, unless that is the statement's own. */
export function parseFunction(cursor: Cursor, text: string | undefined): FunctionDefinition {
  const { at } = cursor;
  parseCreate(cursor, text === undefined);
  const nameAt = cursor.at;
  const path = parsePath(cursor);
  const name = path.map((part) => part.name).join('.');
  const source = text === undefined ? undefined : { kind: 'function' as const, name, text };
  return inSource(source, () => {
    refuseName(path, name, nameAt);
    const args = parseArguments(cursor);
    const returns = cursor.optional('RETURNS', parseDeclaredType);
    refuseLanguage(cursor);
    const before = parseOptions(cursor);
    const body = parseBody(cursor, name);
    const description = parseOptions(cursor) ?? before;
    return { kind: 'function', at, name, arguments: args, returns, body, description, text };
  });
}

/** Parses up to the name. */
function parseCreate(cursor: Cursor, isHead: boolean): void {
  const { at } = cursor;
  cursor.expect('CREATE');
  cursor.accept('OR', 'REPLACE');
  const isTemporary = cursor.accept('TEMP') || cursor.accept('TEMPORARY');
  if (cursor.is('AGGREGATE')) {
    cursor.refuse(
      'Aggregate functions are not supported: write a function of one row, and aggregate what it returns',
    );
  }
  if (cursor.is('PROCEDURE')) {
    cursor.refuse('Procedures are not supported: an endpoint is one query');
  }
  if (cursor.are('TABLE', 'FUNCTION')) {
    cursor.refuse('Table functions are not supported: write a view, or a CTE');
  }
  if (isHead && !isTemporary) {
    cursor.refuse('Only temporary functions can be created here: write CREATE TEMP FUNCTION', at);
  }
  cursor.expect('FUNCTION', isTemporary ? ['FUNCTION'] : ['FUNCTION', 'TEMP', 'TEMPORARY']);
  if (cursor.are('IF', 'NOT')) {
    cursor.refuse('IF NOT EXISTS is not supported: a function is defined once');
  }
}

function parsePath(cursor: Cursor): readonly Identifier[] {
  const path = [cursor.identifier()];
  while (cursor.accept('.')) path.push(cursor.identifier());
  return path;
}

/** Refuses a name that calls could not tell from GoogleSQL's own functions. */
function refuseName(path: readonly Identifier[], name: string, at: number): void {
  if (path.length > 1 && path[0]?.name.toUpperCase() === 'SAFE') {
    throw new SqlError('A name that begins with SAFE. is a call that returns NULL for errors', at);
  }
  if (findStoredFunction(name) === undefined && whyRefused(name) === undefined) return;
  throw new SqlError(`GoogleSQL has a function of the name ${excerpt(name)}`, at);
}

function parseArguments(cursor: Cursor): readonly FunctionArgument[] {
  cursor.expect('(');
  const args = cursor.is(')') ? [] : cursor.list(parseArgument);
  cursor.expect(')', [')', ',']);
  const names = new Set<string>();
  for (const { name } of args) {
    const key = name.name.toLowerCase();
    if (names.has(key)) {
      throw new SqlError(`Duplicate argument name ${excerpt(name.name)}`, name.at);
    }
    names.add(key);
  }
  return args;
}

function parseArgument(cursor: Cursor): FunctionArgument {
  const { at } = cursor;
  if (cursor.isIdentifier() && [',', ')', '<', '('].includes(cursor.ahead(1).key)) {
    cursor.refuse('Parameters in function declarations must include both name and type');
  }
  const name = cursor.identifier();
  const isAny = cursor.accept('ANY', 'TYPE');
  const type = isAny ? undefined : parseDeclaredType(cursor);
  if (cursor.is('DEFAULT')) cursor.refuse('Default values of arguments are not supported');
  if (cursor.is('NOT') || cursor.is('NOT SPECIAL')) {
    cursor.refuse(
      'Parameters can only be marked NOT AGGREGATE in functions created with CREATE AGGREGATE FUNCTION',
    );
  }
  return { at, name, type };
}

function parseDeclaredType(cursor: Cursor): TypeName {
  if (cursor.is('TABLE')) cursor.refuse('Arguments of type TABLE are not supported');
  const type = parseType(cursor);
  const limited = nodesOfKind(type, 'scalar').find(({ parameters }) => parameters.length > 0);
  if (limited) {
    cursor.defer('Parameterized types are not supported in function arguments', limited.at);
  }
  return type;
}

function refuseLanguage(cursor: Cursor): void {
  if (cursor.are('NOT', 'DETERMINISTIC') || cursor.is('DETERMINISTIC')) {
    cursor.refuse('Only functions in other languages say whether they are DETERMINISTIC');
  }
  if (cursor.is('REMOTE')) cursor.refuse('Remote functions are not supported: write it in SQL');
  const { at } = cursor;
  if (!cursor.accept('LANGUAGE')) return;
  const language = cursor.identifier().name;
  const name = /^js$/i.test(language) ? 'JavaScript' : excerpt(language);
  cursor.refuse(`Functions in ${name} are not supported: write AS (expression) in SQL`, at);
}

/** Parses `AS (expression)`. */
function parseBody(cursor: Cursor, name: string): Expression {
  cursor.expect('AS');
  if (cursor.token.kind === 'string') {
    cursor.refuse('The body of a function is an expression in parentheses: AS (expression)');
  }
  cursor.expect('(');
  cursor.refuseBareQuery('The body of a function');
  const body = cursor.nest((inner) => inner.expression());
  cursor.expect(')');
  const [parameter] = nodesOfKind(body, 'parameter');
  if (!parameter) return body;
  throw new SqlError(
    `Query parameter is not allowed in the body of SQL function '${excerpt(name)}': @${excerpt(parameter.name)}`,
    parameter.at,
  );
}

/** Parses `OPTIONS (description = '…')`, of which there are no others. */
function parseOptions(cursor: Cursor): string | undefined {
  if (!cursor.accept('OPTIONS')) return undefined;
  cursor.expect('(');
  let description: string | undefined;
  while (!cursor.is(')')) {
    const option = cursor.identifier();
    if (option.name.toLowerCase() !== 'description') {
      cursor.refuse(
        `Option ${excerpt(printPath([option]))} is not supported: a function has a description alone`,
        option.at,
      );
    }
    cursor.expect('=');
    const { at } = cursor;
    const value = cursor.expression();
    if (value.kind !== 'literal' || value.type !== 'STRING') {
      cursor.refuse('The description of a function is a string literal', at);
    }
    description = value.value;
    if (!cursor.accept(',')) break;
  }
  cursor.expect(')', [')', ',']);
  return description;
}

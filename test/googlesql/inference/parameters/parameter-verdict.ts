import {
  analyze,
  type InferredParameter,
  inferParameters,
  nodesOfKind,
  type ParameterTag,
  parseQuery,
  parseTypeSpelling,
  pinClock,
  SqlError,
  type Table,
  type Type,
  typeName,
} from '#googlesql';

/** A statement and the types that the reference gives to its undeclared parameters, by lower-case name. */
export interface TypedStatement {
  readonly sql: string;
  readonly types: Readonly<Record<string, string>>;
}

/** What the compiler says of a statement: its parameters, or why it refuses it. */
export type Answer =
  | { readonly parameters: readonly InferredParameter[] }
  | { readonly error: SqlError };

type Tables = ReadonlyMap<string, Table>;

/** Infers the parameters of a statement. */
export function infer(sql: string, tables: Tables, tags: readonly ParameterTag[] = []): Answer {
  return attempt(() => inferParameters(parseQuery(sql), { tables, tags }));
}

function attempt<Result extends object>(run: () => Result): Result | { readonly error: SqlError } {
  try {
    return run();
  } catch (error) {
    if (error instanceof SqlError) return { error };
    throw error;
  }
}

const SHOWN = /write "(?:-- )?@param \{(?<type>[^}]+)\} (?<name>\w+)"/;

/** The tag that a message says to write; undefined if it says none. */
export function shownTag({ message }: SqlError): ParameterTag | undefined {
  const { type, name } = SHOWN.exec(message)?.groups ?? {};
  return type && name ? { name, type: parseTypeSpelling(type), offset: 0 } : undefined;
}

/** Infers with every tag that a message says to write, one after another. */
export function inferWithShownTags(sql: string, tables: Tables): Answer {
  const tags: ParameterTag[] = [];
  for (;;) {
    const answer = infer(sql, tables, tags);
    const tag = 'error' in answer ? shownTag(answer.error) : undefined;
    if (!tag || tags.some(({ name }) => name === tag.name)) return answer;
    tags.push(tag);
  }
}

/**
 * How the compiler's answer relates to the reference's: the same types; an error that tags mend; a statement that the
 * compiler refuses even with the reference's types; a type that no parameter can be; else what differs.
 */
export function verdictOn({ sql, types }: TypedStatement, tables: Tables): string {
  if (Object.values(types).some((type) => /RANGE|STRUCT/.test(type))) return 'composite';
  const answer = infer(sql, tables);
  if (!('error' in answer)) {
    const own = typesOf(answer.parameters);
    const names = Object.keys(types).filter((name) => own[name] !== types[name]);
    if (names.length === 0) return 'equal';
    if (names.every((name) => types[name] === 'INT64' && listedInSetOperation(sql, name))) {
      return 'set operation';
    }
    return `differs: ${names.map((name) => `${name} ${own[name]}, not ${types[name]}`).join('; ')}`;
  }
  if (shownTag(answer.error)) {
    const mended = inferWithShownTags(sql, tables);
    return 'error' in mended ? `not mended: ${mended.error.message}` : 'tag';
  }
  return isRefused({ sql, types }, tables) ? 'refused' : `no tag: ${answer.error.message}`;
}

/** The types of parameters as texts, by lower-case name. */
export function typesOf(parameters: readonly InferredParameter[]): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name, type }) => [name.toLowerCase(), typeName(type)]),
  );
}

function isRefused({ sql, types }: TypedStatement, tables: Tables): boolean {
  const declared = Object.entries(types).map(([name, text]): [string, Type] => {
    return [name, parseTypeSpelling(text).type];
  });
  const parameters = new Map(declared);
  const result = attempt(() => analyze(pinClock(parseQuery(sql)), { tables, parameters }));
  return 'error' in result;
}

/** Whether a parameter is a column of a set operation: the reference casts an INT64 there to the other inputs' type. */
function listedInSetOperation(sql: string, name: string): boolean {
  return nodesOfKind(parseQuery(sql), 'set_operation')
    .flatMap((node) => nodesOfKind(node, 'select'))
    .flatMap(({ items }) => items)
    .some(
      (item) =>
        item.kind !== 'select_star' &&
        item.expression.kind === 'parameter' &&
        item.expression.name.toLowerCase() === name,
    );
}

/** What a GraphQL-over-HTTP request asks. */
export interface Params {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The parameters in a JSON body; undefined where they are not plainly a question. */
export function bodyParams(body: string): Params | undefined {
  const value = parseJson(body);
  return isObject(value) ? checked(value) : undefined;
}

/** The parameters in a query string; undefined where they are not plainly a question. */
export function urlParams(query: string): Params | undefined {
  const values = new URLSearchParams(query);
  const text = values.get('variables') || undefined;
  const variables = text === undefined ? undefined : parseJson(text);
  // What is no JSON must not pass for no variables at all.
  if (text !== undefined && !isObject(variables)) return undefined;
  return checked({
    query: values.get('query'),
    operationName: values.get('operationName') || undefined,
    variables,
    extensions: values.get('extensions') || undefined,
  });
}

const NAMES = new Set(['query', 'operationName', 'variables']);

function checked(value: Readonly<Record<string, unknown>>): Params | undefined {
  if (Object.entries(value).some(([name, one]) => one != null && !NAMES.has(name)))
    return undefined;
  const { query, operationName, variables } = value;
  if (typeof query !== 'string' || query === '') return undefined;
  if (operationName != null && (typeof operationName !== 'string' || operationName === '')) {
    return undefined;
  }
  if (variables != null && !isObject(variables)) return undefined;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

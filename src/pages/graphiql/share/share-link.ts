/** An operation that a link carries. */
export interface SharedOperation {
  readonly query: string;
  readonly variables: string;
}

/** The fragment of a link to an operation. Browsers never send it; it holds neither key nor headers. */
export function fragmentOf({ query, variables }: SharedOperation): string {
  const parameters = new URLSearchParams({ query });
  if (variables.trim()) parameters.set('variables', variables);
  return `#${parameters}`;
}

/** The operation in a link's fragment; undefined if it holds none. */
export function operationIn(fragment: string): SharedOperation | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const query = parameters.get('query');
  return query ? { query, variables: parameters.get('variables') ?? '' } : undefined;
}

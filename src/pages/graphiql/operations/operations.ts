import { parse } from 'graphql';
import type { PageArgument, PageEndpoint } from '../page/page-data.ts';

/**
 * The name to send with a document: undefined if no operation in it is called so. For a tenth of a second after another
 * tab was shown, GraphiQL still has the name of the operation in the tab before.
 */
export function operationNameIn(document: string, name?: string | null): string | undefined {
  if (!name) return undefined;
  try {
    const { definitions } = parse(document);
    const isThere = definitions.some(
      (one) => one.kind === 'OperationDefinition' && one.name?.value === name,
    );
    return isThere ? name : undefined;
  } catch {
    return name;
  }
}

/** The values that a key must send, by REST parameter. */
export type PinnedValues = Readonly<Record<string, string>>;

/** The literal of an argument in an operation. */
export type ExampleLiteral = (argument: PageArgument) => string;

/** An operation that asks an endpoint for all its columns, with example values that the key may send. */
export function endpointOperation(endpoint: PageEndpoint, pins: PinnedValues = {}): string {
  return endpointText(endpoint, (one) => literalOf(one, argumentValue(one, pins)));
}

/** The text of `endpointOperation` with other literals in place of the values. */
export function endpointText(endpoint: PageEndpoint, literal: ExampleLiteral): string {
  const { description, field, columns, rows = 'rows' } = endpoint;
  const [title = ''] = description.split('\n');
  const args = endpoint.arguments.map((one) => `${one.name}: ${literal(one)}`);
  return `# ${title}
query ${upperFirst(field)} {
  ${field}${args.length > 0 ? `(\n    ${args.join('\n    ')}\n  )` : ''} {
    rowCount
    truncated
    ${rows} {
      ${columns.join('\n      ')}
    }
    meta {
      cacheStatus
      computedAt
      ageSeconds
      redacted
    }
  }
}
`;
}

/** An operation with an SQL statement of the caller's own over the views of an endpoint that takes one. */
export function sandboxOperation(endpoint: PageEndpoint, pins: PinnedValues = {}): string {
  return sandboxText(endpoint, (one) => JSON.stringify(argumentValue(one, pins)));
}

/** An operation with the first rows of a view. */
export function viewOperation(
  endpoint: PageEndpoint,
  view: string,
  pins: PinnedValues = {},
): string {
  const name = /^[A-Za-z_]\w*$/.test(view) ? view : `\`${view.replaceAll('`', '\\`')}\``;
  return sandboxOperation({ ...endpoint, sql: `SELECT *\nFROM ${name}\nLIMIT 10` }, pins);
}

/** The text of `sandboxOperation` with other literals in place of the values. */
export function sandboxText(endpoint: PageEndpoint, literal: ExampleLiteral): string {
  const args = endpoint.arguments.map((one) => `${one.parameter}: ${literal(one)}`);
  return `# Your own SELECT over the views of ${endpoint.name}, in GoogleSQL.
query ${upperFirst(endpoint.field)}Sandbox {
  sandbox(
    endpoint: ${JSON.stringify(endpoint.name)}
    arguments: {${args.length > 0 ? `\n      ${args.join('\n      ')}\n    ` : ''}}
    sql: """
${indented(endpoint.sql ?? '', '      ')}
    """
  ) {
    columns {
      name
      type
      mode
    }
    rows
    meta {
      cacheStatus
    }
  }
}
`;
}

/** An operation that lists the endpoints that the key may run. */
export const ENDPOINTS_OPERATION = `# The endpoints that your key may run.
query Endpoints {
  endpoints {
    id
    name
    description
  }
}
`;

/** Stands in the tab of a page that is opened without a key, until examples take its place. */
export const NO_KEY_YET = `# Enter your key above: docs, completion and examples of what it may run come with it.
`;

/** The operations of a page that a key was entered on for the first time, one in each tab. */
export function exampleOperations(endpoints: readonly PageEndpoint[]): readonly string[] {
  return [
    ...endpoints.map((endpoint) => endpointOperation(endpoint)),
    ...endpoints.filter((one) => one.showsSql).map((endpoint) => sandboxOperation(endpoint)),
    ENDPOINTS_OPERATION,
  ];
}

function argumentValue({ parameter, example }: PageArgument, pins: PinnedValues): unknown {
  return pins[parameter] ?? example;
}

/** A value as GraphQL spells it. */
export function literalOf({ values }: PageArgument, value: unknown): string {
  return values?.[String(value)] ?? JSON.stringify(value);
}

function indented(text: string, indentation: string): string {
  return text.replace(/^/gm, indentation);
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

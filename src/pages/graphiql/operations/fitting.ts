import { type OpenEndpoint, pinsOf } from '../key/key.ts';
import type { PageArgument, PageEndpoint } from '../page/page-data.ts';
import {
  ENDPOINTS_OPERATION,
  endpointText,
  exampleOperations,
  literalOf,
  NO_KEY_YET,
  sandboxText,
} from './operations.ts';

/**
 * The operations that a key can run in place of those of each tab. Of an example that nobody changed but for its values,
 * pinned values become the key's; there is none for an example that the key may not run, and all examples in place of
 * `NO_KEY_YET`. Others stay as they are.
 */
export function fitOperations(
  queries: readonly string[],
  endpoints: readonly PageEndpoint[],
  access: readonly OpenEndpoint[],
): readonly (readonly string[])[] {
  const fitted = queries.map((query) =>
    (query === NO_KEY_YET ? exampleOperations(endpoints) : [query]).flatMap(
      (one) => fitOperation(one, endpoints, access) ?? [],
    ),
  );
  // There is always a tab.
  return fitted.some(({ length }) => length > 0) ? fitted : fitted.with(0, [ENDPOINTS_OPERATION]);
}

function fitOperation(
  query: string,
  endpoints: readonly PageEndpoint[],
  access: readonly OpenEndpoint[],
): string | undefined {
  for (const endpoint of endpoints) {
    const open = access.find(({ name }) => name === endpoint.name);
    for (const example of EXAMPLES) {
      const literals = example.read(query, endpoint);
      if (!literals) continue;
      return open && example.mayRun(open) ? example.write(endpoint, open, literals) : undefined;
    }
  }
  return query;
}

/** A kind of example, which is told by its text. */
interface Example {
  /** The literals of its arguments in a query; undefined if the query is none of the kind. */
  read(query: string, endpoint: PageEndpoint): readonly string[] | undefined;
  /** The example with the literals, those of pinned arguments replaced. */
  write(endpoint: PageEndpoint, open: OpenEndpoint, literals: readonly string[]): string;
  mayRun(open: OpenEndpoint): boolean;
}

type Text = (endpoint: PageEndpoint, literal: (argument: PageArgument) => string) => string;

const EXAMPLES: readonly Example[] = [
  exampleOf(endpointText, literalOf, () => true),
  exampleOf(
    sandboxText,
    (_, value) => JSON.stringify(value),
    ({ sandbox }) => sandbox,
  ),
];

function exampleOf(
  text: Text,
  literal: typeof literalOf,
  mayRun: (open: OpenEndpoint) => boolean,
): Example {
  return {
    mayRun,
    read: (query, endpoint) =>
      patternOf(text(endpoint, () => PLACE))
        .exec(query)
        ?.slice(1),
    write: (endpoint, open, literals) => {
      const pins = pinsOf(open);
      return text(endpoint, (argument) => {
        const pin = pins[argument.parameter];
        return pin === undefined
          ? (literals[endpoint.arguments.indexOf(argument)] ?? '')
          : literal(argument, pin);
      });
    },
  };
}

/** Stands where a literal is; no text of an endpoint contains it. */
const PLACE = '\0';
/** A name or a string. */
const LITERAL = String.raw`(\w+|"(?:[^"\\\n]|\\.)*")`;

function patternOf(text: string): RegExp {
  const source = text.trim().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^\\s*${source.replaceAll(PLACE, LITERAL)}\\s*$`);
}

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type SelectionSetNode,
} from 'graphql';

/** How large a document may be before it is refused. */
export interface DocumentLimits {
  /** Lexical tokens. @default 4000 */
  readonly maxTokens: number;
  /** Nesting of fields, fragments followed; introspection as tools ask it has 16. @default 20 */
  readonly maxDepth: number;
  /** Aliases, each spread of a fragment counted. @default 60 */
  readonly maxAliases: number;
  /** Fields, each spread of a fragment counted: validation compares fields pairwise. @default 600 */
  readonly maxFields: number;
}

/** The limits where nothing else is asked for. */
export const DOCUMENT_LIMITS: DocumentLimits = {
  maxTokens: 4000,
  maxDepth: 20,
  maxAliases: 60,
  maxFields: 600,
};

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

const EMPTY: Size = { depth: 0, aliases: 0, fields: 0 };

/** The errors of a document that is too large, in time linear in its text; none where it is within the limits. */
export function documentErrors(
  document: DocumentNode,
  limits: DocumentLimits,
): readonly GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const sizes = new FragmentSizes(fragments);
  return document.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? sizeErrors(sizes.measure(definition.selectionSet), limits)
      : [],
  );
}

function sizeErrors(size: Size, limits: DocumentLimits): readonly GraphQLError[] {
  const checks = [
    { what: 'levels of nesting', found: size.depth, most: limits.maxDepth },
    { what: 'aliases', found: size.aliases, most: limits.maxAliases },
    { what: 'fields', found: size.fields, most: limits.maxFields },
  ];
  return checks
    .filter(({ found, most }) => found > most)
    .map(({ what, most }) => tooLarge(what, most));
}

/** The error of a document that has too many of something. */
export function tooLarge(what: string, most: number): GraphQLError {
  return new GraphQLError(`This operation has more than ${most} ${what}, the most allowed`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** Measures each fragment once, so that a bomb of fragments costs what its text is long. */
class FragmentSizes {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, Size>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  measure(set: SelectionSetNode): Size {
    let total = EMPTY;
    for (const selection of set.selections) {
      if (selection.kind === 'FragmentSpread') {
        total = add(total, this.#fragment(selection.name.value));
      } else {
        const inner = selection.selectionSet ? this.measure(selection.selectionSet) : EMPTY;
        total = add(
          total,
          selection.kind === 'Field' ? withField(inner, selection.alias !== undefined) : inner,
        );
      }
    }
    return total;
  }

  #fragment(name: string): Size {
    const known = this.#sizes.get(name);
    if (known) return known;
    // A cycle meets this value; graphql's own rules refuse it.
    this.#sizes.set(name, EMPTY);
    const fragment = this.#fragments.get(name);
    const size = fragment ? this.measure(fragment.selectionSet) : EMPTY;
    this.#sizes.set(name, size);
    return size;
  }
}

function withField(inner: Size, isAliased: boolean): Size {
  return {
    depth: inner.depth + 1,
    aliases: inner.aliases + (isAliased ? 1 : 0),
    fields: inner.fields + 1,
  };
}

function add(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: left.aliases + right.aliases,
    fields: left.fields + right.fields,
  };
}

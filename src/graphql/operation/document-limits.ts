import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLError,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { badRequest } from './bad-request.ts';

/** Limits on the size of a document. */
export interface DocumentLimits {
  /** Characters, including callers' SQL. @default 131072 */
  readonly maxLetters: number;
  /** Lexical tokens. @default 4000 */
  readonly maxTokens: number;
  /** Nesting of brackets of any kind: the parser needs a stack frame or two per level. @default 64 */
  readonly maxBrackets: number;
  /** Directives anywhere. @default 60 */
  readonly maxDirectives: number;
  /** Variables, declarations and uses. @default 400 */
  readonly maxVariables: number;
  /** Arguments, aliases, variable declarations and object fields. @default 600 */
  readonly maxColons: number;
  /** Depth of fields, following fragments; the introspection query of common tools has 16. @default 20 */
  readonly maxDepth: number;
  /** Aliases; those of a fragment count at each spread. @default 60 */
  readonly maxAliases: number;
  /** Aliases of and within introspection fields, whose answers are large. @default 5 */
  readonly maxSchemaAliases: number;
  /** Fields that run SQL of the caller's own; those of a fragment count at each spread. @default 20 */
  readonly maxStatements: number;
  /** Fields and spreads; those of a fragment count at each spread. @default 600 */
  readonly maxFields: number;
  /**
   * Fields with a response name that a sibling already has, and spreads: validation compares those pairwise. Several
   * definitions count as the root of their sum of squares.
   *
   * @default 60
   */
  readonly maxRepeats: number;
}

/** The default limits. */
export const DOCUMENT_LIMITS: DocumentLimits = {
  maxLetters: 131_072,
  maxTokens: 4000,
  maxBrackets: 64,
  maxDirectives: 60,
  maxVariables: 400,
  maxColons: 600,
  maxDepth: 20,
  maxAliases: 60,
  maxSchemaAliases: 5,
  maxStatements: 20,
  maxFields: 600,
  maxRepeats: 60,
};

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly schemaAliases: number;
  readonly statements: number;
  readonly fields: number;
  readonly repeats: number;
}

const EMPTY: Size = {
  depth: 0,
  aliases: 0,
  schemaAliases: 0,
  statements: 0,
  fields: 0,
  repeats: 0,
};

/** The errors of a document beyond the limits, in time linear in its text; empty if it is within them. */
export function documentErrors(
  document: DocumentNode,
  limits: DocumentLimits,
): readonly GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const all = new FragmentSizes(fragments);
  // Validation also reads unused fragments.
  const sizes = document.definitions.flatMap((definition) =>
    'selectionSet' in definition && definition.selectionSet
      ? [all.measure(definition.selectionSet)]
      : [],
  );
  if (all.cycle !== undefined) return [badRequest(`Fragment "${all.cycle}" spreads itself`)];
  const pairs = sizes.reduce((sum, { repeats }) => sum + repeats ** 2, 0);
  return sizeErrors({ ...sizes.reduce(largest, EMPTY), repeats: Math.sqrt(pairs) }, limits);
}

function sizeErrors(size: Size, limits: DocumentLimits): readonly GraphQLError[] {
  const checks = [
    { what: 'levels of nesting', found: size.depth, most: limits.maxDepth },
    { what: 'aliases', found: size.aliases, most: limits.maxAliases },
    { what: 'aliases in the schema', found: size.schemaAliases, most: limits.maxSchemaAliases },
    { what: 'statements', found: size.statements, most: limits.maxStatements },
    { what: 'fields', found: size.fields, most: limits.maxFields },
    { what: 'repeated fields and spreads', found: size.repeats, most: limits.maxRepeats },
  ];
  return checks
    .filter(({ found, most }) => found > most)
    .map(({ what, most }) => tooLarge(what, most));
}

/** The error of a document that has more than `most` of something. */
export function tooLarge(what: string, most: number): GraphQLError {
  return badRequest(`This operation has more than ${most} ${what}, the most allowed`);
}

/** Measures each fragment once, so that exponentially nested fragments cost time linear in the text. */
class FragmentSizes {
  /** A fragment that spreads itself, if one does. */
  cycle: string | undefined;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, Size | 'measured at the moment'>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  measure(set: SelectionSetNode): Size {
    return this.#set(set, new Set());
  }

  /** `names` are the response names of the parent selection set, into which an inline fragment is merged. */
  #set(set: SelectionSetNode, names: Set<string>): Size {
    return set.selections.map((selection) => this.#selection(selection, names)).reduce(add, EMPTY);
  }

  #selection(selection: SelectionNode, names: Set<string>): Size {
    if (selection.kind === 'FragmentSpread') {
      const { name } = selection;
      return add(this.#fragment(name.value), { ...EMPTY, fields: 1, repeats: 1 });
    }
    if (selection.kind === 'InlineFragment') return this.#set(selection.selectionSet, names);
    const { alias, name, selectionSet } = selection;
    const inner = selectionSet ? this.measure(selectionSet) : EMPTY;
    const responseName = (alias ?? name).value;
    const isRepeated = names.has(responseName);
    names.add(responseName);
    return withField(inner, { isAliased: alias !== undefined, isRepeated, name: name.value });
  }

  #fragment(name: string): Size {
    const known = this.#sizes.get(name);
    if (known === 'measured at the moment') {
      this.cycle ??= name;
      return EMPTY;
    }
    if (known) return known;
    this.#sizes.set(name, 'measured at the moment');
    const fragment = this.#fragments.get(name);
    const size = fragment ? this.measure(fragment.selectionSet) : EMPTY;
    this.#sizes.set(name, size);
    return size;
  }
}

interface FieldFacts {
  readonly name: string;
  readonly isAliased: boolean;
  readonly isRepeated: boolean;
}

function withField(inner: Size, { name, isAliased, isRepeated }: FieldFacts): Size {
  const aliases = inner.aliases + (isAliased ? 1 : 0);
  return {
    depth: inner.depth + 1,
    aliases,
    schemaAliases: /^__(?:schema|type)$/.test(name) ? aliases : inner.schemaAliases,
    statements: inner.statements + (name === 'sandbox' ? 1 : 0),
    fields: inner.fields + 1,
    repeats: inner.repeats + (isRepeated ? 1 : 0),
  };
}

function add(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: left.aliases + right.aliases,
    schemaAliases: left.schemaAliases + right.schemaAliases,
    statements: left.statements + right.statements,
    fields: left.fields + right.fields,
    repeats: left.repeats + right.repeats,
  };
}

function largest(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: Math.max(left.aliases, right.aliases),
    schemaAliases: Math.max(left.schemaAliases, right.schemaAliases),
    statements: Math.max(left.statements, right.statements),
    fields: Math.max(left.fields, right.fields),
    repeats: Math.max(left.repeats, right.repeats),
  };
}

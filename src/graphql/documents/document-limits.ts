import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Lexer,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { excerpt } from '#googlesql';
import { badRequest, tooLarge } from '../operation/bad-requests.ts';
import { MAX_RUNS } from '../operation/create-operation.ts';

/** UTF-16 units of a document, including callers' SQL. */
const MAX_LETTERS = 131_072;

/** What is counted of a text's tokens, with its maximum, by the kind of token. */
const TOKEN_LIMITS: Readonly<Record<string, { readonly max: number; readonly what: string }>> = {
  any: { max: 4_000, what: 'tokens' },
  /** Brackets of any kind that are not closed yet: the parser needs a stack frame or two for each. */
  open: { max: 64, what: 'levels of nesting' },
  /** Of the last name: answers repeat aliases, errors all names and the path of aliases to a field. */
  name: { max: 200, what: 'letters in a name' },
  [TokenKind.AT]: { max: 60, what: 'directives' },
  /** Declarations and uses. */
  [TokenKind.DOLLAR]: { max: 400, what: 'variables' },
  /** Also of declarations of variables and of fields of objects. */
  [TokenKind.COLON]: { max: 600, what: 'arguments and aliases' },
};

/** What each bracket adds to the number of those that are open. */
const NESTING: Readonly<Record<string, number>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_R]: -1,
};

/**
 * The error of a text too large to parse; undefined if it is within the limits, or not GraphQL at all.
 *
 * The parser and most code that walks its tree are recursive, so that deep nesting would overflow the stack.
 */
export function sourceError(text: string): GraphQLError | undefined {
  if (text.length > MAX_LETTERS) return tooLarge('letters', MAX_LETTERS);
  try {
    return tokenError(new Lexer(new Source(text)));
  } catch {
    // A lexical error: the parser reports it with its place.
    return undefined;
  }
}

function tokenError(lexer: Lexer): GraphQLError | undefined {
  const counts = new Map<string, number>();
  const add = (kind: string, times: number) => counts.set(kind, (counts.get(kind) ?? 0) + times);
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind, start, end } = token;
    add(kind, 1);
    if (kind === TokenKind.NAME) counts.set('name', end - start);
    add('any', 1);
    add('open', NESTING[kind] ?? 0);
    for (const [counted, { max, what }] of Object.entries(TOKEN_LIMITS)) {
      if ((counts.get(counted) ?? 0) > max) return tooLarge(what, max);
    }
  }
  return undefined;
}

/** What is measured of a document, with its maximum. What is in a fragment counts at each spread. */
const LIMITS = {
  /** Depth of fields; the introspection query of common tools has 16. */
  depth: { max: 20, what: 'levels of nesting' },
  aliases: { max: 60, what: 'aliases' },
  /** Aliases of and within introspection fields, whose answers are large. */
  schemaAliases: { max: 5, what: 'aliases in the schema' },
  /** Fields that run SQL of the caller's own, each of which may be a run of the engine. */
  statements: { max: MAX_RUNS, what: 'statements' },
  /** Fields and spreads. */
  fields: { max: 600, what: 'fields' },
  /**
   * Fields with a response name that a sibling already has, and spreads: validation compares those pairwise. Several
   * definitions count as the root of their sum of squares.
   */
  repeats: { max: 60, what: 'repeated fields and spreads' },
} as const;

type DocumentMeasure = keyof typeof LIMITS;
type Size = Readonly<Record<DocumentMeasure, number>>;

const MEASURES = Object.keys(LIMITS) as DocumentMeasure[];
const EMPTY = sizeOf(() => 0);

/** The error of a document beyond a limit, in time linear in its text; undefined if it is within them. */
export function documentError({ definitions }: DocumentNode): GraphQLError | undefined {
  const fragments = new FragmentSizes(
    definitions.filter((definition) => definition.kind === 'FragmentDefinition'),
  );
  // Validation also reads unused fragments.
  const sizes = definitions.flatMap((definition) =>
    'selectionSet' in definition && definition.selectionSet
      ? [fragments.measure(definition.selectionSet)]
      : [],
  );
  if (fragments.cycle !== undefined) {
    return badRequest(`Fragment "${excerpt(fragments.cycle)}" spreads itself`);
  }
  const largest = sizeOf((measure) => Math.max(0, ...sizes.map((size) => size[measure])));
  const repeats = Math.hypot(...sizes.map((size) => size.repeats));
  const size = { ...largest, repeats };
  const exceeded = MEASURES.find((measure) => size[measure] > LIMITS[measure].max);
  return exceeded && tooLarge(LIMITS[exceeded].what, LIMITS[exceeded].max);
}

/** Measures each fragment once, so that exponentially nested fragments cost time linear in the text. */
class FragmentSizes {
  /** A fragment that spreads itself, if one does. */
  cycle: string | undefined;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, Size | 'in progress'>();

  constructor(fragments: readonly FragmentDefinitionNode[]) {
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
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
    const aliases = inner.aliases + Number(alias !== undefined);
    return {
      depth: inner.depth + 1,
      aliases,
      schemaAliases: /^__(?:schema|type)$/.test(name.value) ? aliases : inner.schemaAliases,
      statements: inner.statements + Number(name.value === 'sandbox'),
      fields: inner.fields + 1,
      repeats: inner.repeats + Number(isRepeated),
    };
  }

  #fragment(name: string): Size {
    const measured = this.#sizes.get(name);
    if (measured === 'in progress') {
      this.cycle ??= name;
      return EMPTY;
    }
    if (measured) return measured;
    this.#sizes.set(name, 'in progress');
    const fragment = this.#fragments.get(name);
    const size = fragment ? this.measure(fragment.selectionSet) : EMPTY;
    this.#sizes.set(name, size);
    return size;
  }
}

/** The size of two selections side by side. */
function add(left: Size, right: Size): Size {
  const sums = sizeOf((measure) => left[measure] + right[measure]);
  return { ...sums, depth: Math.max(left.depth, right.depth) };
}

function sizeOf(amountOf: (measure: DocumentMeasure) => number): Size {
  return Object.fromEntries(MEASURES.map((measure) => [measure, amountOf(measure)])) as Size;
}

/**
 * Refuses documents beyond the limits with status 400, before they are parsed or validated.
 *
 * Errors reported by the parser or validation would be answered with 200 to clients that accept only
 * `application/json`; an error thrown after parsing keeps its own status.
 */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      let refused: GraphQLError | undefined;
      // Not called for a document in Yoga's cache.
      setParseFn((source: string, options?: object) => {
        refused = sourceError(source);
        const document = refused ? undefined : parse(source, options);
        refused ??= document && documentError(document);
        if (refused) throw refused;
        return document;
      });
      return () => {
        if (refused) throw refused;
      };
    },
  };
}

import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** A document, with the values of its variables. */
export interface RandomDocument {
  readonly query: string;
  readonly variables: { readonly yes: boolean; readonly no: boolean };
}

/** The arguments of a field, `''` for none; undefined for a field that documents must not ask for. */
export type ArgumentsOf = (type: string, field: string) => string | undefined;

/** Selections of one set, and of a document before only one more is made on each level. */
const MAX_FIELDS = 4;
const MAX_SELECTIONS = 20;
const MAX_DEPTH = 7;
/** Few names, so that some documents use one for two fields. */
const ALIASES = ['a: ', 'rows: ', 'id: '] as const;
const CONDITIONS = [
  '@include(if: $yes)',
  '@include(if: $no)',
  '@skip(if: $no)',
  '@skip(if: true)',
  '@include(if: true) @skip(if: false)',
] as const;

/** Validation refuses variables that nothing uses. */
const USES_BOTH = '@include(if: $yes) @skip(if: $no)';

/** Builds one document over a schema: fields with aliases and conditions, fragments inline and by name. */
export function randomDocument(
  schema: GraphQLSchema,
  argumentsOf: ArgumentsOf,
  draw: GeneratorValue,
): RandomDocument {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries');
  const document = new DocumentBuilder(argumentsOf, draw);
  const selection = document.selection(query, 0);
  const text = [
    `query ($yes: Boolean!, $no: Boolean!) { __typename ${USES_BOTH} ... ${selection} }`,
    ...document.fragments,
  ];
  return { query: text.join('\n'), variables: { yes: draw(fc.boolean), no: draw(fc.boolean) } };
}

class DocumentBuilder {
  readonly fragments: string[] = [];
  readonly #argumentsOf: ArgumentsOf;
  readonly #draw: GeneratorValue;
  #selections = 0;

  constructor(argumentsOf: ArgumentsOf, draw: GeneratorValue) {
    this.#argumentsOf = argumentsOf;
    this.#draw = draw;
  }

  /** A selection set of a type. */
  selection(type: GraphQLNamedOutputType, depth: number): string {
    const isLarge = this.#selections > MAX_SELECTIONS;
    const count = isLarge ? 1 : this.#draw(fc.integer, { min: 1, max: MAX_FIELDS });
    this.#selections += count;
    const parts = Array.from({ length: count }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLNamedOutputType, depth: number): string {
    const kind = this.#pick(['field', 'field', 'inline', 'spread']);
    if (kind === 'field' || depth >= MAX_DEPTH) return this.#field(type, depth);
    const condition = this.#pick([type, ...interfacesOf(type)]);
    const selection = this.selection(condition, depth + 1);
    if (kind === 'inline') {
      const on = this.#draw(fc.boolean) ? `on ${condition.name}` : '';
      return `... ${condition === type ? on : `on ${condition.name}`} ${this.#condition()} ${selection}`;
    }
    const name = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${condition.name} ${selection}`);
    return `...${name} ${this.#condition()}`;
  }

  #field(type: GraphQLNamedOutputType, depth: number): string {
    const fields = this.#fieldsOf(type, depth);
    const name = this.#pick(['__typename', ...Object.keys(fields)]);
    const given = this.#argumentsOf(type.name, name) ?? '';
    const own = `f${this.#selections}_${this.#draw(fc.nat)}: `;
    const alias = this.#pick([this.#pick(ALIASES), ...Array(4).fill(own), ...Array(11).fill('')]);
    const field = fields[name];
    const inner = field && getNamedType(field.type);
    const selection = inner && 'getFields' in inner ? this.selection(inner, depth + 1) : '';
    return `${alias}${name}${given} ${this.#condition()} ${selection}`;
  }

  /** The fields of a type that a document may ask for; deep down those without a selection alone. */
  #fieldsOf(
    type: GraphQLNamedOutputType,
    depth: number,
  ): ReturnType<GraphQLObjectType['getFields']> {
    if (!isObjectType(type) && !isInterfaceType(type)) return {};
    const entries = Object.entries(type.getFields()).filter(
      ([name, field]) =>
        this.#argumentsOf(type.name, name) !== undefined &&
        (depth < MAX_DEPTH || !('getFields' in getNamedType(field.type))),
    );
    return Object.fromEntries(entries);
  }

  /** One of a list; fast-check compares what it draws from, and types refer to each other. */
  #pick<One>(list: readonly One[]): One {
    return list[this.#draw(fc.nat, { max: list.length - 1 })] as One;
  }

  #condition(): string {
    return this.#pick(['', '', '', '', ...CONDITIONS]);
  }
}

function interfacesOf(type: GraphQLNamedOutputType): readonly GraphQLNamedOutputType[] {
  return isObjectType(type) ? type.getInterfaces() : [];
}

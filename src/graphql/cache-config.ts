import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';

/** The configuration of normalising caches for a schema, as the source text of a TypeScript module. */
export function printCacheConfig(schema: GraphQLSchema): string {
  const { answers, containers, embedded } = cacheTypes(schema);
  return `// Made from the schema by \`npm run codegen\`.

/** Answers of endpoints. Each is one object, so that none is completed with rows or columns of another one. */
const ANSWERS = [${lines(answers)}];

/**
 * Types whose objects have no identity: what an \`id\` stands for depends on the arguments that led to it, such as the
 * project and \`redactPii\`. Their objects live where they were asked for.
 */
const EMBEDDED = [${lines(embedded)}];

/** Embedded types whose fields are answers: what several operations ask of one is kept together. */
const CONTAINERS = [${lines(containers)}];

/** Differs from that of a cache that was stored earlier. */
const SESSION = Math.random().toString(36).slice(2);
const names = new WeakMap<object, string>();
let count = 0;

/** A name that no other answer has. */
function nameOf(answer: object): string {
  const known = names.get(answer);
  if (known !== undefined) return known;
  count += 1;
  const name = \`\${SESSION}-\${count}\`;
  names.set(answer, name);
  return name;
}

/** For Apollo Client: \`new InMemoryCache({ typePolicies })\`. */
export const typePolicies: Readonly<Record<string, { keyFields: false; merge?: boolean }>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, { keyFields: false }])),
  ...Object.fromEntries(ANSWERS.map((type) => [type, { keyFields: false, merge: false }])),
  ...Object.fromEntries(CONTAINERS.map((type) => [type, { keyFields: false, merge: true }])),
};

/** For urql: \`cacheExchange({ keys })\` of Graphcache. */
export const keys: Readonly<Record<string, (value: object) => string | null>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
  ...Object.fromEntries(ANSWERS.map((type) => [type, nameOf])),
};

/** For Relay: \`new Environment({ getDataID, … })\`. */
export function getDataID(value: { readonly id?: unknown }, typename: string): unknown {
  const key = Object.hasOwn(keys, typename) ? keys[typename] : undefined;
  return key ? (key(value) ?? undefined) : value.id;
}
`;
}

interface CacheTypes {
  readonly answers: readonly string[];
  readonly embedded: readonly string[];
  readonly containers: readonly string[];
}

/** Only an object that no argument leads to is the same wherever it is found. */
function cacheTypes(schema: GraphQLSchema): CacheTypes {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const behindArguments = reachable(schema, roots.filter(hasArguments));
  const nameless = [...reachable(schema, roots)].filter(
    (type) => behindArguments.has(type) || !('id' in type.getFields()),
  );
  const isAnswer = (type: GraphQLObjectType) =>
    type.getInterfaces().some(({ name }) => name === ANSWER);
  const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
  return {
    answers: namesOf(nameless.filter(isAnswer)),
    embedded: namesOf(nameless.filter((type) => !isAnswer(type))),
    containers: namesOf(nameless.filter((type) => fieldsOf(type).every(hasArguments))),
  };
}

/** The interface of every endpoint's answer. */
const ANSWER = 'EndpointResult';

type Field = GraphQLField<unknown, unknown>;

function hasArguments({ args }: Field): boolean {
  return args.length > 0;
}

function reachable(schema: GraphQLSchema, fields: readonly Field[]): Set<GraphQLObjectType> {
  const found = new Set<GraphQLObjectType>();
  const visit = (type: GraphQLObjectType) => {
    if (found.has(type)) return;
    found.add(type);
    for (const field of Object.values(type.getFields())) objectsOf(schema, field.type).map(visit);
  };
  for (const field of fields) objectsOf(schema, field.type).map(visit);
  return found;
}

function objectsOf(schema: GraphQLSchema, type: GraphQLOutputType): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (isAbstractType(named)) return schema.getPossibleTypes(named);
  return isObjectType(named) ? [named] : [];
}

function namesOf(types: readonly GraphQLObjectType[]): readonly string[] {
  return types.map(({ name }) => name).sort();
}

/** As the formatter writes an array. */
function lines(names: readonly string[]): string {
  if (names.length < 4) return names.map((name) => `'${name}'`).join(', ');
  return `\n${names.map((name) => `  '${name}',\n`).join('')}`;
}

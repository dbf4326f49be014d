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
  const { embedded, containers } = cacheTypes(schema);
  return `// Made from the schema by \`npm run codegen\`.

/**
 * Types whose objects have no identity: what an \`id\` stands for depends on the arguments that led to it, such as the
 * project and \`redactPii\`. Their objects live where they were asked for.
 */
const EMBEDDED = [${lines(embedded)}];

/** Embedded types whose fields all take arguments: what several operations ask of one is kept together. */
const CONTAINERS = [${lines(containers)}];

const noKey = () => null;

/** For Apollo Client: \`new InMemoryCache({ typePolicies })\`. */
export const typePolicies: Readonly<Record<string, { keyFields: false; merge?: true }>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, { keyFields: false }])),
  ...Object.fromEntries(CONTAINERS.map((type) => [type, { keyFields: false, merge: true }])),
};

/** For urql: \`cacheExchange({ keys })\` of Graphcache. */
export const keys: Readonly<Record<string, () => null>> = Object.fromEntries(
  EMBEDDED.map((type) => [type, noKey]),
);

/** For Relay: \`new Environment({ getDataID, … })\`. */
export function getDataID(value: { readonly id?: unknown }, typename: string): unknown {
  return Object.hasOwn(keys, typename) ? undefined : value.id;
}
`;
}

interface CacheTypes {
  readonly embedded: readonly string[];
  readonly containers: readonly string[];
}

/** Only an object that no argument leads to is the same wherever it is found. */
function cacheTypes(schema: GraphQLSchema): CacheTypes {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const behindArguments = reachable(schema, roots.filter(hasArguments));
  const embedded = [...reachable(schema, roots)].filter(
    (type) => behindArguments.has(type) || !('id' in type.getFields()),
  );
  const containers = embedded.filter((type) => Object.values(type.getFields()).every(hasArguments));
  return { embedded: namesOf(embedded), containers: namesOf(containers) };
}

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

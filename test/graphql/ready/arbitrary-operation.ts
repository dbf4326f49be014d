import fc from 'fast-check';
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';

/** An operation with the variables that it is sent with. */
export interface AskedOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const ALIASES = ['a', 'b', 'rows', 'meta', '__proto__', 'constructor', 'toJSON'];

const FIELDS = [
  {
    name: 'usageApiCounts',
    argument: 'interval',
    type: 'UsageApiCountsInterval!',
    values: ['MINUTELY', 'HOURLY', 'DAILY', 'NEVER', null],
  },
  {
    name: 'functionsInvocationStats',
    argument: 'interval',
    type: 'FunctionsInvocationStatsInterval!',
    values: ['FIVE_MINUTES', 'ONE_DAY', 'never', 3],
  },
  { name: 'logsAll', argument: 'projectTier', type: 'ProjectTier!', values: ['FREE', 'PRO', {}] },
];

/** Text of a selection of an object, any field of which may be aliased, repeated or in a fragment. */
function arbitrarySelection(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).filter(
    (field) => depth > 0 || !isObjectType(getNamedType(field.type)),
  );
  const one = fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .constantFrom(...fields)
        .chain((field) => selected(field.name, field.type, depth)),
    },
    { weight: 1, arbitrary: fc.constant('__typename') },
  );
  return fc
    .array(fc.tuple(one, fc.nat({ max: 9 })), { minLength: 1, maxLength: 5 })
    .map((parts) =>
      parts
        .map(([text, wrap]) =>
          wrap === 0 ? `... on ${type.name} { ${text} }` : wrap === 1 ? `... { ${text} }` : text,
        )
        .join(' '),
    );
}

function selected(name: string, type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
  const named = getNamedType(type);
  const alias = fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...ALIASES) },
  );
  const inner = isObjectType(named)
    ? arbitrarySelection(named, depth - 1).map((text) => ` { ${text} }`)
    : fc.constant('');
  return fc.tuple(alias, inner).map(([as, text]) => `${as ? `${as}: ` : ''}${name}${text}`);
}

/** Operations over endpoints, some of which are not valid or ask with values that no argument takes. */
export function arbitraryOperation(schema: GraphQLSchema): fc.Arbitrary<AskedOperation> {
  const roots = schema.getQueryType()?.getFields() ?? {};
  const root = fc.constantFrom(...FIELDS).chain(({ name, argument, type, values }) => {
    const result = getNamedType(roots[name]?.type);
    if (!isObjectType(result)) throw new Error(`There is no field "${name}"`);
    return fc.record({
      name: fc.constant(name),
      argument: fc.constant(argument),
      type: fc.constant(type),
      alias: fc.option(fc.constantFrom('x', 'y', 'z'), { freq: 2, nil: undefined }),
      value: fc.oneof(
        { weight: 9, arbitrary: fc.constant(values[0]) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
      ),
      isVariable: fc.boolean(),
      redact: fc.constantFrom('', ', redactPii: true', ', redactPii: $redact'),
      selection: arbitrarySelection(result, 3),
    });
  });
  return fc.array(root, { minLength: 1, maxLength: 3 }).map((fields) => {
    const declared = fields.flatMap(({ type, isVariable }, i) =>
      isVariable ? [`$v${i}: ${type}`] : [],
    );
    const texts = fields.map(
      ({ name, argument, alias, value, isVariable, redact, selection }, i) => {
        const shown = isVariable
          ? `$v${i}`
          : typeof value === 'string'
            ? value
            : JSON.stringify(value);
        return `${alias ? `${alias}: ` : ''}${name}(project: "demo", ${argument}: ${shown}${redact}) { ${selection} }`;
      },
    );
    const text = texts.join(' ');
    if (text.includes('$redact')) declared.push('$redact: Boolean = false');
    return {
      query: `query${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${text} }`,
      variables: Object.fromEntries(fields.map(({ value }, i) => [`v${i}`, value])),
    };
  });
}

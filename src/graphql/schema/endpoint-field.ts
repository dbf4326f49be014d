import type { ScalarKind } from '#googlesql';
import { eachYielding } from '../../async/yield-to-event-loop.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Parameter } from '../../endpoint/endpoint.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import type { RunResult } from '../../execution/run-result.ts';
import { camelCase, pascalCase } from '../../project/names.ts';
import { runEndpoint } from '../operation/context.ts';
import { type Builder, described, type QueryFields } from './builder.ts';
import { elementOf, SCALAR_TYPES } from './record-types.ts';
import type { ResultInterface } from './result-types.ts';
import { rowType } from './row-type.ts';
import { selectedColumns } from './selected-columns.ts';
import { shapeArguments } from './shape-arguments.ts';
import { checkViews, viewsType } from './views-type.ts';

/** Longer lists yield to the event loop between rows, which takes twice the time. */
const MAX_ROWS_AT_ONCE = 50;

/** Adds the root field of an endpoint with its enums, result and row type, and the root field of its views. */
export function addEndpointField(
  builder: Builder,
  result: ResultInterface,
  endpoint: PreparedEndpoint,
): void {
  const { definition } = endpoint;
  const prefix = pascalCase(definition.name);
  const row = rowType(builder, `${prefix}Row`, endpoint);
  const resultType = builder.objectRef<RunResult>(`${prefix}Result`).implement({
    description: `The answer of \`${definition.name}\`.`,
    interfaces: [result],
    fields: (t) =>
      definition.returns === 'one'
        ? {
            row: t.field({
              type: row,
              nullable: true,
              description: 'The row; null if there is none.',
              resolve: ({ rows }) => rows[0] ?? null,
            }),
          }
        : {
            rows: t.field({
              type: [row],
              nullable: false,
              description: 'The rows, in the order of the stored query.',
              resolve: ({ rows }) => (rows.length <= MAX_ROWS_AT_ONCE ? rows : eachYielding(rows)),
            }),
          },
  });
  const { declare, read } = endpointArguments(builder, endpoint);
  const shape = shapeArguments(builder, definition);
  // Cached rows have all columns, whatever the selection.
  const isCached = definition.settings.cacheSeconds !== undefined;
  builder.queryField(definition.field, (t) =>
    t.field({
      type: resultType,
      nullable: true,
      ...described(definition.description),
      ...(definition.deprecated !== undefined && { deprecationReason: definition.deprecated }),
      args: { ...declare(t), ...shape.declare(t), redactPii: redactArgument(t) },
      resolve: (_, args, context, info) =>
        runEndpoint(context, {
          endpoint,
          raw: read(args),
          shape: shape.read(args),
          redactPii: args.redactPii,
          columns: isCached ? undefined : selectedColumns(info, endpoint.columns),
        }),
    }),
  );
  if (endpoint.views.size === 0) return;
  const views = viewsType(builder, result, endpoint);
  builder.queryField(`${definition.field}Views`, (t) =>
    t.field({
      type: views,
      nullable: true,
      description: `Each view of \`${definition.name}\` by itself, in pages of typed rows.`,
      args: { ...declare(t), redactPii: redactArgument(t) },
      resolve: (_, args, context) =>
        checkViews(context, { endpoint, raw: read(args), redactPii: args.redactPii }),
    }),
  );
}

/** Declares an endpoint's parameters as field arguments; `read` maps their values back to REST names. */
function endpointArguments(builder: Builder, { definition }: PreparedEndpoint) {
  const prefix = pascalCase(definition.name);
  const parameters = Object.entries(definition.parameters).map(([name, spec]) => ({
    name,
    argument: camelCase(name),
    spec,
    type: argumentType(builder, prefix, name, spec) as 'String',
  }));
  return {
    declare: (t: QueryFields) =>
      Object.fromEntries(
        parameters.map(({ argument, spec, type }) => [
          argument,
          t.arg({
            type,
            ...described(spec.description),
            ...nullability(spec),
          }),
        ]),
      ),
    read: (values: Readonly<Record<string, unknown>>): RawArguments =>
      Object.fromEntries(
        parameters.flatMap(({ name, argument, spec }) =>
          Object.hasOwn(values, argument) ? [[name, rawValue(spec, values[argument])]] : [],
        ),
      ),
  };
}

/** Whether an argument must be sent, and its default. */
function nullability(spec: Parameter): {
  readonly required: boolean;
  readonly defaultValue?: string;
} {
  if (!spec.default) return { required: spec.isRequired };
  const value = inputValue(spec);
  // graphql-js cannot print these, so that the argument may be null instead, which is its default.
  const items = spec.type.kind === 'ARRAY' ? (value as readonly unknown[]) : [value];
  if (items.some((item) => typeof item === 'object')) return { required: false };
  return { required: spec.isRequired, defaultValue: value as string };
}

/** The default of a parameter as its GraphQL scalar has it as input. */
function inputValue({ default: value, type }: Parameter): unknown {
  const { kind } = elementOf(type);
  const convert = (item: unknown) => {
    if (kind === 'JSON') return JSON.parse(String(item));
    if (kind !== 'INT64') return item;
    return Number.isSafeInteger(Number(item)) ? Number(item) : String(item);
  };
  return Array.isArray(value?.value) ? value.value.map(convert) : convert(value?.value);
}

/** A value as it is sent over REST, where JSON is text. */
function rawValue({ type }: Parameter, value: unknown): unknown {
  if (elementOf(type).kind !== 'JSON' || value === undefined || value === null) return value;
  return type.kind === 'ARRAY'
    ? (value as readonly unknown[]).map((item) => JSON.stringify(item))
    : JSON.stringify(value);
}

/** The argument `redactPii`. */
export function redactArgument(t: QueryFields) {
  return t.arg.boolean({
    required: false,
    description:
      'Whether personal data in the answer is replaced by `REDACTED`; false does not turn off what the key or the endpoint asks for.',
  });
}

function argumentType(builder: Builder, prefix: string, name: string, spec: Parameter) {
  if (!spec.values) {
    const { kind } = elementOf(spec.type);
    const scalar = SCALAR_TYPES[kind as ScalarKind];
    return spec.type.kind === 'ARRAY' ? [scalar] : scalar;
  }
  return builder.enumType(spec.enumName ?? `${prefix}${pascalCase(name)}`, {
    ...described(spec.description),
    values: Object.fromEntries(
      Object.entries(spec.values).map(([value, label]) => [
        label,
        { value, description: `\`${value}\` on the REST path.` },
      ]),
    ),
  });
}

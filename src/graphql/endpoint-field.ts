import { camelCase, isRequired, type ParameterSpec, pascalCase, scalarOf } from '../endpoint.ts';
import type { ScalarKind } from '../googlesql/types.ts';
import type { PreparedEndpoint } from '../run/prepare.ts';
import type { RunResult } from '../run/runner.ts';
import type { Builder } from './builder.ts';
import type { Context } from './context.ts';
import { SCALAR_TYPES } from './record-types.ts';
import type { ResultInterface } from './result-types.ts';
import { rowType } from './row-type.ts';

/** Adds the root field of an endpoint with its enums, its result and its row type. */
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
    fields: (t) => ({
      rows: t.field({
        type: [row],
        nullable: false,
        description: 'The rows, in the order of the stored query.',
        resolve: ({ rows }) => rows,
      }),
    }),
  });
  const parameters = Object.entries(definition.parameters);
  const types = parameters.map(([name, spec]) => argumentType(builder, prefix, name, spec));
  builder.queryField(camelCase(definition.name), (t) =>
    t.field({
      type: resultType,
      nullable: true,
      description: definition.description,
      args: {
        ...Object.fromEntries(
          parameters.map(([name, spec], index) => [
            camelCase(name),
            t.arg({
              type: types[index] as 'String',
              required: isRequired(spec.type),
              description: spec.description,
            }),
          ]),
        ),
        redactPii: redactArgument(t),
      },
      resolve: (_, args, context) => {
        const values: Readonly<Record<string, unknown>> = args;
        const raw = Object.fromEntries(parameters.map(([name]) => [name, values[camelCase(name)]]));
        return runEndpoint(context, endpoint, raw, args.redactPii, undefined);
      },
    }),
  );
}

/** The argument that asks for redaction. */
export function redactArgument(t: Parameters<Parameters<Builder['queryField']>[1]>[0]) {
  return t.arg.boolean({
    required: false,
    description:
      'Whether personal data in the answer is replaced by `REDACTED`; false does not turn off what the key or the endpoint asks for.',
  });
}

/** Runs an endpoint for an operation. */
export function runEndpoint(
  context: Context,
  endpoint: PreparedEndpoint,
  raw: Readonly<Record<string, unknown>>,
  redactPii: boolean | null | undefined,
  sql: string | undefined,
): Promise<RunResult> {
  const { caller, now, signal } = context;
  const redact = context.redact || redactPii === true;
  return context.run({ endpoint, caller, arguments: raw, sql, redact, now, signal });
}

function argumentType(builder: Builder, prefix: string, name: string, spec: ParameterSpec) {
  if (!spec.values) return ARGUMENT_TYPES[scalarOf(spec.type).kind];
  return builder.enumType(spec.enumName ?? `${prefix}${pascalCase(name)}`, {
    description: spec.description,
    values: Object.fromEntries(
      Object.entries(spec.values).map(([value, label]) => [
        label,
        { value, description: `\`${value}\` on the REST path.` },
      ]),
    ),
  });
}

const ARGUMENT_TYPES: Readonly<Record<ScalarKind, string>> = SCALAR_TYPES;

import { mapYielding } from '../../async/yield-to-event-loop.ts';
import { badArgument } from '../../errors.ts';
import type { RunResult } from '../../execution/run-result.ts';
import { type ColumnDescription, describeColumn } from '../../values/describe-column.ts';
import { isObject } from '../../values/is-object.ts';
import { type JsonValue, toJsonValue } from '../../values/json-value.ts';
import { runEndpoint } from '../operation/context.ts';
import type { Builder } from './builder.ts';
import { memberFields } from './builder.ts';
import { redactArgument } from './endpoint-field.ts';
import type { ResultInterface } from './result-types.ts';

/** Adds the field that runs a caller's own SELECT over an endpoint's views. */
export function addSandboxField(builder: Builder, result: ResultInterface): void {
  const sandboxResult = builder.objectRef<RunResult>('SandboxResult').implement({
    description: "The answer to a caller's own SELECT.",
    interfaces: [result],
    fields: (t) => ({
      columns: t.field({
        type: [sandboxColumn(builder)],
        nullable: false,
        description: 'The result columns, known before the query runs.',
        resolve: ({ columns }) => columns.map(describeColumn),
      }),
      rows: t.field({
        type: ['JSON'],
        nullable: false,
        description: 'The rows as objects by column name, in the formats of the REST path.',
        resolve: rowObjects,
      }),
    }),
  });
  builder.queryField('sandbox', (t) =>
    t.field({
      type: sandboxResult,
      nullable: true,
      description: "Runs a GoogleSQL SELECT of the caller's own over the views of an endpoint.",
      args: {
        endpoint: t.arg.string({ required: true, description: 'Name or id of the endpoint.' }),
        arguments: t.arg({
          type: 'JSON',
          required: true,
          description:
            "The endpoint's arguments by their REST names, as an object; pinned ones may be left out.",
        }),
        sql: t.arg.string({
          required: true,
          description: "One SELECT over the endpoint's views, in GoogleSQL.",
        }),
        redactPii: redactArgument(t),
      },
      resolve: (_, args, context) => {
        const endpoint = context.registry.find(args.endpoint, context.caller);
        const raw = argumentObject(args.arguments);
        return runEndpoint(context, { endpoint, raw, redactPii: args.redactPii, sql: args.sql });
      },
    }),
  );
}

function sandboxColumn(builder: Builder) {
  return builder.objectRef<ColumnDescription>('SandboxColumn').implement({
    description: 'A result column of a sandbox query.',
    fields: memberFields<ColumnDescription>({
      name: ['String', 'The name; `f0_`, `f1_`, … where the query gives none.'],
      type: ['String', "BigQuery's type of a value, or of an element where the mode is REPEATED."],
      mode: ['String', '`REPEATED` for an array, else `NULLABLE`.'],
    }),
  });
}

function argumentObject(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw badArgument('arguments', 'must be an object');
}

function rowObjects({ columns, rows }: RunResult): Promise<JsonValue[]> {
  const encoders = columns.map(({ name, type }) => [name, toJsonValue(type)] as const);
  return mapYielding(rows, (row) =>
    Object.fromEntries(encoders.map(([name, encode], index) => [name, encode(row[index] ?? null)])),
  );
}

import type { OutputColumn } from '#googlesql';
import { badArgument } from '../../errors.ts';
import { describeColumn } from '../../values/describe-column.ts';
import { toJsonValue } from '../../values/json-value.ts';
import { type AnswerForm, answerOf, answerSchema } from './answer.ts';
import { readFlag, refuseUnknown, type SentArguments } from './arguments.ts';
import { namedEndpoint, sandboxArguments } from './named-endpoint.ts';
import { closedObject, openObject } from './schema.ts';
import { ANNOTATIONS, runTool, type Tool, type ToolContext, type ToolRun } from './tool.ts';

const COLUMN = openObject({
  name: { type: 'string' },
  type: { type: 'string', description: "BigQuery's type; a STRUCT has fields." },
  mode: { enum: ['NULLABLE', 'REPEATED'] },
});

const VALUES =
  'TIMESTAMP as microseconds since the epoch, NUMERIC as a string, INT64 beyond 2^53 - 1 as a string; NaN and infinities are null.';

/** The tool that runs callers' own SELECTs, as the field `sandbox` of GraphQL. */
export function sandboxTool(choosesRedaction: boolean): Tool {
  return {
    name: 'sandbox',
    describe: () => ({
      name: 'sandbox',
      title: 'Own SELECT',
      description:
        'Runs one GoogleSQL SELECT over the views of an endpoint, which `describe` returns. Errors name the position and what may be meant.',
      inputSchema: closedObject(
        {
          endpoint: { type: 'string', description: 'Name of the endpoint, or of its tool.' },
          arguments: {
            type: 'object',
            description: "The endpoint's arguments; they restrict what its views have.",
          },
          sql: { type: 'string', description: 'One SELECT, in GoogleSQL.' },
          ...(choosesRedaction && { redactPii: { type: 'boolean' } }),
        },
        ['endpoint', 'sql'],
      ),
      outputSchema: answerSchema({ type: 'object', description: VALUES }, 'many', {
        columns: { type: 'array', items: COLUMN },
      }),
      annotations: ANNOTATIONS,
    }),
    async call(sent, context) {
      const run = readSandbox(sent, context);
      const result = await runTool(context, run);
      return answerOf(result, formOf(result.columns, context.maxChars));
    },
  };
}

/** Reads what a caller's own SELECT is to run on; throws a `FieldstoneError`. */
export function readSandbox(sent: SentArguments, context: ToolContext): ToolRun {
  refuseUnknown(sent, ['endpoint', 'arguments', 'sql', 'redactPii']);
  const { sql } = sent;
  const endpoint = namedEndpoint(sent['endpoint'], context);
  if (typeof sql !== 'string') throw badArgument('sql', 'must be a string');
  return {
    endpoint,
    arguments: sandboxArguments(endpoint, sent['arguments']),
    shape: undefined,
    sql,
    redactPii: readFlag('redactPii', sent['redactPii']),
  };
}

function formOf(columns: readonly OutputColumn[], maxChars: number): AnswerForm {
  const encoders = columns.map(({ name, type }) => [name, toJsonValue(type)] as const);
  return {
    fields: columns.map(({ name }) => name),
    encode: (row) =>
      Object.fromEntries(
        encoders.map(([name, encode], index) => [name, encode(row[index] ?? null)]),
      ),
    returns: 'many',
    more: { columns: columns.map(describeColumn) },
    maxChars,
  };
}

import { excerpt } from '#googlesql';
import type { Caller } from '../../auth/caller.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { argumentPins } from '../../catalog/tenancy.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { answerOf, answerSchema } from './answer.ts';
import { argumentSchema } from './argument-schema.ts';
import { readArguments } from './arguments.ts';
import { rowSchema } from './row-schema.ts';
import { rowEncoder } from './row-values.ts';
import { ANNOTATIONS, runTool, type Tool, type ToolDescription } from './tool.ts';

/** The tool of an endpoint for a key that may run it. */
export function endpointTool(endpoint: PreparedEndpoint, caller: Caller): Tool {
  const { definition } = endpoint;
  const pins = argumentPins(endpoint, caller.pins);
  return {
    name: definition.field,
    describe: () => describe(endpoint, caller, pins),
    async call(sent, context) {
      const { raw, redactPii, shape } = readArguments(definition, sent, pins);
      const run = { endpoint, arguments: raw, shape, redactPii, sql: undefined };
      const result = await runTool(context, run);
      return answerOf(result, {
        fields: definition.columns.map(({ field }) => field),
        encode: encoderOf(definition),
        returns: definition.returns,
        maxChars: context.maxChars,
      });
    },
  };
}

const encoders = new WeakMap<Endpoint, ReturnType<typeof rowEncoder>>();

function encoderOf(definition: Endpoint) {
  return getOrInsertComputed(encoders, definition, ({ columns }) => rowEncoder(columns));
}

const outputSchemas = new WeakMap<Endpoint, ToolDescription['outputSchema']>();

function describe(
  { definition }: PreparedEndpoint,
  caller: Caller,
  pins: ReadonlyMap<string, string>,
): ToolDescription {
  const { settings } = definition;
  return {
    name: definition.field,
    title: titleOf(definition.name),
    description: descriptionOf(definition),
    inputSchema: argumentSchema(definition, {
      pins,
      choosesRedaction: !settings.redactPii && !caller.redact,
    }),
    outputSchema: getOrInsertComputed(outputSchemas, definition, (one) =>
      answerSchema(rowSchema(one), one.returns),
    ),
    annotations: ANNOTATIONS,
  };
}

/** The maximum number of letters of a tool's description. */
const MAX_DESCRIPTION = 200;

function descriptionOf({ deprecated, description = '', name }: Endpoint): string {
  const text = description.replace(/\s+/g, ' ').trim() || `The rows of ${name}.`;
  const warned = deprecated === undefined ? text : `Deprecated: ${deprecated} ${text}`;
  return excerpt(warned, MAX_DESCRIPTION - 1);
}

/** A name for people: `revenue.by-day` is `Revenue by day`. */
function titleOf(name: string): string {
  const words = name.replace(/[._-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

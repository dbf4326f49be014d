import { jsonExcerpt } from '#googlesql';
import { argumentPins } from '../../catalog/tenancy.ts';
import { badArgument, FieldstoneError } from '../../errors.ts';
import { estimatedCost } from '../../execution/estimated-cost.ts';
import { isObject } from '../../values/is-object.ts';
import { readArguments, refuseUnknown, type SentArguments } from './arguments.ts';
import { readSandbox } from './sandbox-tool.ts';
import { closedObject, openObject } from './schema.ts';
import { ANNOTATIONS, requestOf, type Tool, type ToolContext, type ToolRun } from './tool.ts';

/** The tool that returns what a call would be billed for, before it is made. */
export function estimateTool(): Tool {
  return {
    name: 'estimate',
    describe: () => ({
      name: 'estimate',
      title: 'Cost of a call',
      description:
        'Returns the bytes that a call of a tool would be billed for, and their price in US$. Nothing is run.',
      inputSchema: closedObject(
        {
          tool: { type: 'string', description: 'Name of the tool.' },
          arguments: { type: 'object', description: 'The arguments of the call.' },
        },
        ['tool'],
      ),
      outputSchema: openObject({
        bytes: {
          type: ['integer', 'null'],
          description: 'Null where the key is restricted to one tenant.',
        },
        cost: { type: ['number', 'null'], description: 'Null with slot pricing, too.' },
      }),
      annotations: ANNOTATIONS,
    }),
    async call(sent, context) {
      refuseUnknown(sent, ['tool', 'arguments']);
      const structuredContent = { ...(await estimate(readCall(sent, context), context)) };
      const text = JSON.stringify(structuredContent);
      return { structuredContent, content: [{ type: 'text', text }] };
    },
  };
}

/** Reads the call that is to be estimated. */
function readCall(sent: SentArguments, context: ToolContext): ToolRun {
  const { arguments: own = {}, tool } = sent;
  if (!isObject(own)) throw badArgument('arguments', 'must be an object');
  if (typeof tool !== 'string') throw badArgument('tool', 'must be the name of a tool');
  if (tool === 'sandbox') return readSandbox(own, context);
  if (FREE_TOOLS.includes(tool)) {
    throw new FieldstoneError('BAD_USER_INPUT', `Tool "${tool}" runs no query: its calls are free`);
  }
  const open = context.registry.openTo(context.caller);
  const endpoint = open.find(({ definition }) => definition.field === tool);
  if (!endpoint) {
    throw new FieldstoneError('ENDPOINT_NOT_FOUND', `There is no tool ${jsonExcerpt(tool)}`);
  }
  const { raw, redactPii, shape } = readArguments(
    endpoint.definition,
    own,
    argumentPins(endpoint, context.caller.pins),
  );
  return { endpoint, arguments: raw, shape, redactPii, sql: undefined };
}

const FREE_TOOLS: readonly string[] = ['describe', 'estimate'];

async function estimate(run: ToolRun, context: ToolContext) {
  const { admit, priceOf, record, runner } = context;
  record?.request(run.endpoint.definition.name, run.sql);
  const plan = await runner.plan(requestOf(context, run), { signal: context.run.signal });
  admit?.();
  return estimatedCost(runner, plan, context.run, priceOf);
}

import type { FunctionCall } from '../../analysis/resolved/resolved.ts';
import type { LoweredAggregate, LoweredCall } from '../../functions/core/signatures/signature.ts';

/** Converts a call to the form that lowerings receive. */
export function loweredCall(
  call: Pick<FunctionCall, 'type' | 'arguments'>,
  args: readonly string[],
  part: string | undefined,
  aggregate: LoweredAggregate | undefined,
): LoweredCall {
  return {
    arguments: args,
    types: call.arguments.map(({ type }) => type),
    literals: call.arguments.map((argument) =>
      argument.kind === 'literal' ? argument.value : undefined,
    ),
    type: call.type,
    part,
    aggregate,
  };
}

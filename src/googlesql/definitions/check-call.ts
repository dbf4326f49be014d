import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { Call } from '../syntax/tree/ast.ts';
import type { FunctionDefinition } from './definition.ts';

/** Refuses a call that is not of the form `name(argument, …)` with as many arguments as the function has. */
export function checkCall(call: Call, definition: FunctionDefinition, isSafe: boolean): void {
  const name = excerpt(definition.name);
  const refuse = (message: string, at: number = call.at): never => {
    throw new SqlError(message, at);
  };
  if (isSafe) refuse(`SAFE. is not supported for ${name}: it is no function of GoogleSQL itself`);
  if (call.over) refuse(`Scalar function ${name} cannot be called with an OVER clause`);
  if (call.star) refuse('Argument * can only be used in COUNT(*)');
  if (call.distinct) refuse(`Non-aggregate function ${name} cannot be called with DISTINCT`);
  if (call.nulls || call.having || call.orderBy.length > 0 || call.limit) {
    refuse(`The arguments of ${name} cannot have the clauses of an aggregate function's`);
  }
  for (const argument of call.arguments) {
    if (argument.name) {
      refuse(`Named arguments are not supported for ${name}`, argument.name.at);
    }
  }
  const { arguments: declared } = definition;
  if (call.arguments.length === declared.length) return;
  const names = declared.map((argument) => argument.name.name).join(', ');
  refuse(
    `Number of arguments does not match for function ${name}. Supported signature: ${name}(${excerpt(names)})`,
  );
}

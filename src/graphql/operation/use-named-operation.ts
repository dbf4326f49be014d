import { type DocumentNode, GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Names in the message of a request that chooses none; each is cut, since they are the caller's. */
const MAX_NAMES = 10;
const MAX_NAME = 20;

/** An empty `operationName` counts as none; where it chooses no operation, the error says which there are. */
export function useNamedOperation(): Plugin<object, Context> {
  return {
    onParams({ params, setParams }) {
      const { operationName, ...unnamed } = params;
      if (operationName === '') setParams(unnamed);
    },
    onParse() {
      return ({ result, context }) => {
        if (!result || result instanceof Error) return;
        const { params } = context as unknown as YogaInitialContext;
        const names = operationNames(result);
        if (names.length === 0 || getOperationAST(result, params.operationName)) return;
        throw new GraphQLError(`"operationName" must be one of ${listOf(names)}`, {
          extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
        });
      };
    },
  };
}

function operationNames({ definitions }: DocumentNode): readonly string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name ? definition.name.value : [],
  );
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(cut).join(', ');
  const others = names.length - MAX_NAMES;
  return others > 0 ? `${shown} and ${others} more` : shown;
}

function cut(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

import { type DocumentNode, GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { excerpt, nameList } from '../../googlesql/index.ts';
import type { Context } from './context.ts';

/** The maximum number of letters of a name in the message of a request that chooses none. */
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
        const listed = names.map((name) => excerpt(name, MAX_NAME));
        throw new GraphQLError(`"operationName" must be one of ${nameList(listed)}`, {
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

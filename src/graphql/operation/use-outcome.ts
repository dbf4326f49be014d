import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Notes in the context whether the response of an operation has errors. */
export function useOutcome(): Plugin<Context> {
  return {
    onExecute: ({ args }) => ({
      onExecuteDone: ({ result }) => {
        const { outcome } = args.contextValue as Context;
        outcome.hasErrors ||= !('data' in result) || result.errors !== undefined;
      },
    }),
  };
}

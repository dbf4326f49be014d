import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Records in the context whether the response has errors. */
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

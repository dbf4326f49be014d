import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { hideSecrets } from '../../auth/secret.ts';
import { type RunRecord, textHash } from '../../server/run-record.ts';
import { detached, getOrInsertComputed } from '../../values/memory.ts';
import type { Context } from './context.ts';

/** Records in the context which operation is executed or refused, and whether the response has errors. */
export function useOutcome(): Plugin<Context> {
  return {
    onParse: ({ context, params: { source } }) => {
      return ({ result }) => {
        if (result instanceof Error) {
          (context as Context).record.operation = { name: undefined, hash: textHash(`${source}`) };
        }
      };
    },
    onValidate: ({ context, params: { documentAST } }) => {
      return ({ valid }) => {
        const { params, record } = context as Context & YogaInitialContext;
        if (!valid) record.operation = operationOf(documentAST, params.operationName);
      };
    },
    onExecute: ({ args }) => {
      const { outcome, record } = args.contextValue as Context;
      record.operation = operationOf(args.document, args.operationName);
      return {
        onExecuteDone: ({ result }) => {
          outcome.hasErrors ||= !('data' in result) || result.errors !== undefined;
        },
      };
    },
  };
}

/** Longer names are cut, since they are in every log line and every trace. */
const MAX_NAME = 128;

const hashes = new WeakMap<DocumentNode, string>();

function operationOf(
  document: DocumentNode,
  name: string | null | undefined,
): RunRecord['operation'] {
  const hash = getOrInsertComputed(hashes, document, ({ loc }) => textHash(loc?.source.body ?? ''));
  const full = getOperationAST(document, name)?.name?.value;
  return { name: full && detached(hideSecrets(full.slice(0, MAX_NAME))), hash };
}

import type { Plugin } from 'graphql-yoga';
import { type DocumentLimits, documentErrors } from './document-limits.ts';

/** Refuses documents past the limits before validation looks at them. */
export function useDocumentLimits(limits: DocumentLimits): Plugin {
  return {
    onParse({ params }) {
      params.options = { ...params.options, maxTokens: limits.maxTokens };
    },
    onValidate({ params, setResult }) {
      const errors = documentErrors(params.documentAST, limits);
      if (errors.length > 0) setResult(errors);
    },
  };
}

import { type ASTNode, type GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const LITERALS: ReadonlySet<Kind> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/**
 * Answers 400 to a value of another type that is written in the document, as to one in a variable, whatever the client
 * accepts: validation's other errors are 200 to clients that accept only `application/json`.
 */
export function useWrongValues(): Plugin {
  return {
    onValidate() {
      return ({ valid, result }) => {
        if (valid) return;
        for (const error of result as readonly GraphQLError[]) {
          if (!error.nodes?.every(isLiteral)) continue;
          error.extensions['http'] = { status: 400, spec: false };
        }
      };
    },
  };
}

function isLiteral({ kind }: ASTNode): boolean {
  return LITERALS.has(kind);
}

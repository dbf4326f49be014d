import { type ASTNode, type DocumentNode, GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { excerpt, nameList } from '#googlesql';
import type { Context } from './context.ts';

/** The error of a request that is refused as a whole, with status 400 whatever the client accepts. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** The error of a document that has more than `max` of something. */
export function tooLarge(what: string, max: number): GraphQLError {
  return badRequest(`This operation has more than ${max} ${what}, the most allowed`);
}

/** Answers 400 to unreadable requests, where Yoga would answer 500 or parse a body of any depth. */
export function useReadableRequests(): Plugin<object, Context> {
  return {
    onRequestParse({ requestParser, setRequestParser, serverContext: { unreadable } }) {
      if (unreadable !== undefined) throw badRequest(unreadable);
      if (!requestParser) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          // Yoga parses `variables` and `extensions` of forms and URLs as JSON without catching syntax errors.
          if (error instanceof SyntaxError) throw badRequest('A parameter is not valid JSON');
          throw error;
        }
      });
    },
  };
}

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

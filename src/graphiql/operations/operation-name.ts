import { parse } from 'graphql';

/**
 * The name to send with a document: undefined if no operation in it is called so. For a tenth of a second after another
 * tab was shown, GraphiQL still has the name of the operation in the tab before.
 */
export function operationNameIn(document: string, name?: string | null): string | undefined {
  if (!name) return undefined;
  try {
    const { definitions } = parse(document);
    const isThere = definitions.some(
      (one) => one.kind === 'OperationDefinition' && one.name?.value === name,
    );
    return isThere ? name : undefined;
  } catch {
    return name;
  }
}

import type { Statement } from '#googlesql';
import type { MergedStatement } from '../catalog/merging/merged-statement.ts';
import type { EngineQuery, EngineStatement, QueryTerms } from '../engines/engine.ts';
import { type MergePart, mergePart } from '../sources/batching/merging.ts';
import { hasKeyLimits } from '../sources/limits.ts';
import type { RunContext } from '../sources/source.ts';

/** What a query is made of, once it runs. */
export interface QueryParts {
  /** The key of the plan. */
  readonly key: string;
  readonly termsAt: (context: RunContext) => QueryTerms;
  /** Compiles it for the parameters that are absent. */
  readonly statement: () => EngineStatement;
  /** The same as it is written. */
  readonly written: EngineStatement;
  readonly parametersAt: (context: RunContext) => EngineQuery['parameters'];
  /** The statements that answer for many values of one parameter. */
  readonly merged: () => readonly MergedStatement[];
  /** Compiles one of these for the parameters that are absent. */
  readonly foldMerged: (merged: MergedStatement) => Statement;
  /** What decides the rows besides the parameters. */
  readonly scope: readonly unknown[];
}

/** The query in a context; `parameters` are those that were bound for it before. */
export function queryOf(
  parts: QueryParts,
  context: RunContext,
  parameters = parts.parametersAt(context),
): EngineQuery {
  const { key: question, termsAt, written } = parts;
  const statement = parts.statement();
  const unfolded = statement === written ? undefined : written;
  return { ...termsAt(context), statement, unfolded, parameters, question };
}

/** How the query can be merged in a context; undefined if it cannot. */
export function mergeOf(parts: QueryParts, context: RunContext): MergePart | undefined {
  const terms = parts.termsAt(context);
  if (hasKeyLimits(terms)) return undefined;
  const statements = parts.merged();
  if (statements.length === 0) return undefined;
  const parameters = parts.parametersAt(context);
  return mergePart(
    statements.map((one) => ({ ...one, folded: () => parts.foldMerged(one) })),
    {
      parameters,
      maxRows: terms.maxRows,
      queryAt: () => queryOf(parts, context, parameters),
    },
    parts.scope,
  );
}

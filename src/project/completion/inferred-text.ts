import type { InferredParameter, ProvenField, Query } from '#googlesql';
import type { Endpoint } from '../../endpoint/endpoint.ts';

/** An endpoint's statement with what is inferred from it. */
export interface InferredText extends Pick<Endpoint, 'statement'> {
  readonly parameters: readonly InferredParameter[];
  readonly columns: readonly ProvenField[];
  /** The query as written, which may read views; undefined for a text that is not compiled here. */
  readonly written?: Query | undefined;
}

import type { InferredParameter, ProvenField } from '#googlesql';
import type { Endpoint } from '../../endpoint/endpoint.ts';

/** An endpoint's statement with what is inferred from it. */
export interface InferredText extends Pick<Endpoint, 'statement'> {
  readonly parameters: readonly InferredParameter[];
  readonly columns: readonly ProvenField[];
}

import { type JobLabels, labelText } from '../../../request/job-labels.ts';
import type { QueryPurpose } from '../../engine.ts';

/** In place of a key's id, of jobs that answer the requests of several. */
const MERGED = 'merged';

/**
 * The labels of a job, by which costs are split in the cloud's own bill.
 *
 * A merged job belongs to none of its keys, so it has no labels of its callers either.
 */
export function jobLabels({ endpoint, keyId, labels, sharers, via }: QueryPurpose): JobLabels {
  return {
    ...(!sharers && labels),
    endpoint: labelText(endpoint),
    key: sharers ? MERGED : labelText(keyId),
    interface: labelText(via),
  };
}

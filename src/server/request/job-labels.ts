import type { IncomingHttpHeaders } from 'node:http';
import { type JobLabels, readJobLabels } from '../../job-labels.ts';

/** Later ones win; the last is Fieldstone's own, the other that of existing callers. */
const HEADERS = ['lf-endpoint-labels', 'svc-endpoint-labels'];

/** The allowed labels that the headers put on the jobs of a request; undefined if there are none. */
export function jobLabelsOf(
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): JobLabels | undefined {
  if (allowed.size === 0) return undefined;
  const sent = HEADERS.map((name) => headers[name]).filter((value) => value !== undefined);
  return sent.length === 0 ? undefined : readJobLabels(sent.join(), allowed);
}

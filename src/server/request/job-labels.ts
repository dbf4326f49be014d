import type { IncomingHttpHeaders } from 'node:http';
import { type JobLabels, readJobLabels } from '../../job-labels.ts';
import { listMembers } from './list-members.ts';

/** Later ones win; the last is Fieldstone's own, the other that of existing callers. */
const HEADERS = ['lf-endpoint-labels', 'svc-endpoint-labels'];

/**
 * The allowed labels that the headers, such as `team=search, dashboard=errors`, put on the jobs of a request; undefined
 * if there are none.
 */
export function jobLabelsOf(
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): JobLabels | undefined {
  if (allowed.size === 0) return undefined;
  return readJobLabels(
    HEADERS.flatMap((name) => listMembers(`${headers[name] ?? ''}`)),
    allowed,
  );
}

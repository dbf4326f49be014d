import type { IncomingHttpHeaders } from 'node:http';
import { listMembers } from './headers.ts';

/** Labels that a caller puts on the jobs of its request, by name. */
export type JobLabels = Readonly<Record<string, string>>;

/** Names of labels that every job has; callers cannot set them. */
export const OWN_LABELS: ReadonlySet<string> = new Set(['endpoint', 'key', 'interface']);

/** Maximum length of a label's name and of its value on BigQuery. */
export const MAX_LABEL_LENGTH = 63;

/**
 * A text in the alphabet of labels: lower-case letters, digits, `_` and `-`; `_` stands for any other character, and
 * what is beyond 63 characters is cut. `logs.all` becomes `logs_all`.
 *
 * BigQuery also takes letters of other scripts, which billing exports and filters of other tools do not.
 */
export function labelText(text: string): string {
  // A character has two code units at most.
  return Array.from(text.slice(0, 2 * MAX_LABEL_LENGTH).toLowerCase(), (character) =>
    OF_LABELS.test(character) ? character : '_',
  )
    .slice(0, MAX_LABEL_LENGTH)
    .join('');
}

const OF_LABELS = /^[a-z0-9_-]$/;

/** Later ones win; the last is Fieldstone's own, the other that of existing callers. */
const HEADERS = ['lf-endpoint-labels', 'svc-endpoint-labels'];

/**
 * The allowed labels that the headers, such as `team=search, dashboard=errors`, put on the jobs of a request; undefined
 * if there are none. Names that are not allowed and members without `=` are ignored; of a name that is given twice the
 * last one holds.
 */
export function jobLabelsOf(
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): JobLabels | undefined {
  if (allowed.size === 0) return undefined;
  const labels: Record<string, string> = {};
  for (const member of HEADERS.flatMap((name) => listMembers(`${headers[name] ?? ''}`))) {
    const at = member.indexOf('=');
    const name = labelText(member.slice(0, Math.max(0, at)).trim());
    if (allowed.has(name)) labels[name] = labelText(member.slice(at + 1).trim());
  }
  return Object.keys(labels).length > 0 ? labels : undefined;
}

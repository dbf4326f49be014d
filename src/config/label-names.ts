import { z } from 'zod';
import { MAX_LABEL_LENGTH, OWN_LABELS } from '../request/job-labels.ts';

const LABEL_NAME = new RegExp(`^[a-z][a-z0-9_-]{0,${MAX_LABEL_LENGTH - 1}}$`);
/** BigQuery takes 64 labels on a job. */
const MAX_LABELS = 32;

/** Names of labels, separated by commas. */
export const labelNames = z.string().transform((list, context) => {
  const names = new Set(list.split(',').map((name) => name.trim()));
  for (const name of names) {
    if (OWN_LABELS.has(name)) context.addIssue(`has "${name}", which every job has already`);
    else if (!LABEL_NAME.test(name)) {
      context.addIssue(`has "${name}": a name is a-z first, then a-z, 0-9, _ and -, 63 at most`);
    }
  }
  if (names.size > MAX_LABELS) context.addIssue(`must be ${MAX_LABELS} names at most`);
  return names;
});

import type { QueryPurpose } from '../../engine.ts';

const MAX_LENGTH = 63;

/** The labels under which a job is found in the bill. */
export function jobLabels({
  endpoint,
  keyId,
  via,
}: QueryPurpose): Readonly<Record<string, string>> {
  return { endpoint: labelValue(endpoint), key_id: labelValue(keyId), interface: labelValue(via) };
}

/** A label value may hold lower-case letters, digits, `_` and `-`: `logs.all` becomes `logs_all`. */
function labelValue(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
    .slice(0, MAX_LENGTH);
}

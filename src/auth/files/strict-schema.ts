import { z } from 'zod';
import { hideSecrets } from '../secret.ts';
import { JsonFault, parseStrictJson, type StrictJson } from './strict-json.ts';

/**
 * Parses strict JSON by a schema; throws an `Error` with the place and the fault.
 *
 * `check` sees what the schema accepted, and may throw a `JsonFault` of its own.
 */
export function parseBySchema<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  check?: (value: z.output<Schema>, json: StrictJson) => void,
): z.output<Schema> {
  try {
    const json = parseStrictJson(text);
    const parsed = schema.safeParse(json.value);
    if (!parsed.success) throw faultOf(parsed.error, json);
    check?.(parsed.data, json);
    return parsed.data;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // biome-ignore lint/style/useErrorCause: the cause has the same message, but with secrets not hidden
    throw new Error(describe(error));
  }
}

function faultOf({ issues }: z.ZodError, { lineOf }: StrictJson): JsonFault {
  const [issue] = issues;
  const path = issue?.path ?? [];
  if (issue?.code !== 'unrecognized_keys') {
    return new JsonFault(issue?.message ?? 'is wrong', path, lineOf(path));
  }
  const member = [...path, issue.keys[0] ?? ''];
  return new JsonFault('is no member that is known here', member, lineOf(member));
}

function describe({ path, line, message }: JsonFault): string {
  const place = path.length > 0 ? `${z.core.toDotPath(path)}: ` : '';
  const text = `${line === undefined ? '' : `line ${line}, `}${place}${message}`;
  // A mistyped member name may be the key itself, or its digest.
  return hideSecrets(text).replace(/[0-9a-f]{32,}/gi, '…');
}

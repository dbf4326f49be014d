import { dataExcerpt } from '../../data-messages.ts';
import { nativeErrorMessage } from '../core/native-errors.ts';

/** RE2's errors for invalid patterns, which DuckDB passes on without context. */
const RE2_ERROR =
  /^Invalid Input Error: ((?:missing |unexpected |invalid |trailing |no argument |bad |unknown |pattern too large)[\s\S]*?)(?:\n\nLINE \d+:[\s\S]*)?$/;

const EXTRACT_ERROR = /^Invalid Input Error: Pattern failed to parse, error: '([\s\S]*)'$/;

const ZONE_ERROR = /^Not implemented Error: Unknown TimeZone '([\s\S]*?)'!/;

/** A message of `gsql_error`, which a failing cast quotes, or of a function of the engine's. */
const RAISED =
  /Could not convert string 'GoogleSQL: ([\s\S]*)' to INT64|^(?:Invalid Input Error: )?GoogleSQL: ([\s\S]*)$/;

/** GoogleSQL's message for a DuckDB error: a raised one, an invalid pattern or an invalid time zone. It may repeat values. */
export function raisedMessage(errorText: string): string | undefined {
  const message = messageIn(errorText);
  return message === undefined ? undefined : dataExcerpt(message);
}

function messageIn(errorText: string): string | undefined {
  const raised = RAISED.exec(errorText);
  if (raised) return raised[1] ?? raised[2];
  const zone = ZONE_ERROR.exec(errorText)?.[1];
  if (zone !== undefined)
    return zone === '' ? 'Invalid empty time zone' : `Invalid time zone: ${zone}`;
  const fault = RE2_ERROR.exec(errorText)?.[1] ?? EXTRACT_ERROR.exec(errorText)?.[1];
  return fault === undefined
    ? nativeErrorMessage(errorText)
    : `Cannot parse regular expression: ${fault}`;
}

import { jsonExcerpt } from '#googlesql';
import { FieldstoneError } from '../errors.ts';
import { DEFAULT_MAX_CHARS } from './tools/answer.ts';

/** What a client's URL says of the tools that it uses. */
export interface ToolSettings {
  /** The tools to list; undefined: all. */
  readonly listed: ReadonlySet<string> | undefined;
  /** The bound of an answer's JSON, in characters; 0: none. */
  readonly maxChars: number;
}

/** Reads `tools` and `maxChars` of a query string; others are ignored. Throws `BAD_USER_INPUT`. */
export function readToolSettings(query: string): ToolSettings {
  if (query === '') return DEFAULTS;
  const parameters = new URLSearchParams(query);
  const tools = parameters.get('tools');
  return {
    listed: tools === null ? undefined : new Set(tools.split(',').map((name) => name.trim())),
    maxChars: readMaxChars(parameters.get('maxChars')),
  };
}

const DEFAULTS: ToolSettings = { listed: undefined, maxChars: DEFAULT_MAX_CHARS };

function readMaxChars(text: string | null): number {
  if (text === null) return DEFAULT_MAX_CHARS;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new FieldstoneError(
    'BAD_USER_INPUT',
    `"maxChars" cannot be ${jsonExcerpt(text)}: it must be a number of characters with at most nine digits, 0 for no bound`,
  );
}

import { type Logger, pino, stdSerializers } from 'pino';
import { excerpt } from '../../googlesql/index.ts';
import { logTime } from './log-time.ts';

/** Letters of an error's message, and of its stack, in a line; an engine's message may repeat a whole cell. */
const MAX_TEXT = 4_000;

/** Anything may be thrown. */
function withShortTexts(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return shortText(error);
  const members = Object.entries(error).map(([name, value]) => [name, shortText(value)]);
  return Object.fromEntries(members);
}

function shortText(value: unknown): unknown {
  return typeof value === 'string' ? excerpt(value, MAX_TEXT) : value;
}

/** Creates the process logger: one JSON object per line. */
export function createLogger(level: string, stream: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: logTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error) => withShortTexts(stdSerializers.err(error)) },
    },
    stream,
  );
}

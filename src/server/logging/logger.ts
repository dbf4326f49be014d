import { type Logger, pino } from 'pino';
import { logTime } from './log-time.ts';

/** Creates the process logger: one JSON object per line. */
export function createLogger(level: string, stream: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: logTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

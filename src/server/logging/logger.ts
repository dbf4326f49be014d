import { type Logger, pino } from 'pino';
import { logTime } from './log-time.ts';

/** Makes the log of a process: one JSON object a line. */
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

import type { Logger } from 'pino';
import { LogStream } from './log-stream.ts';
import { createLogger } from './logger.ts';
import { prettyLines } from './pretty-lines.ts';

/** The log of a process, and the stream that it and the banner are written to. */
export interface OpenLog {
  readonly log: Logger;
  readonly logStream: LogStream;
}

/** Opens the log on standard output; what is buffered when the process exits is written then. */
export async function openLog(level: string): Promise<OpenLog> {
  const logStream = new LogStream();
  process.on('exit', () => logStream.flushSync());
  return { log: createLogger(level, await prettyLines(logStream)), logStream };
}

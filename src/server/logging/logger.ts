import { type Logger, pino, stdSerializers } from 'pino';
import { excerpt } from '#googlesql';
import { LogStream } from './log-stream.ts';

let last = 0;
let text = '';

/** The `time` member of a log line in pino's `isoTime` format; cached per millisecond. */
export function logTime(): string {
  const now = Date.now();
  if (now !== last) {
    last = now;
    text = `,"time":"${new Date(now).toISOString()}"`;
  }
  return text;
}

/** A destination of log lines. */
export interface Lines {
  write(line: string): void;
}

/**
 * Formats log lines with pino-pretty if standard output is a terminal and the package is installed, which it is not in
 * production. Otherwise they stay JSON.
 */
export async function prettyLines(
  lines: Lines,
  isTerminal = process.stdout.isTTY === true,
): Promise<Lines> {
  if (!isTerminal) return lines;
  try {
    const { prettyFactory } = await import('pino-pretty');
    const pretty = prettyFactory({
      colorize: true,
      singleLine: true,
      ignore: 'requestId',
      translateTime: 'SYS:HH:MM:ss.l',
    });
    return { write: (line) => lines.write(pretty(line) ?? line) };
  } catch {
    return lines;
  }
}

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

/** Logs what differs between BigQuery's tables and their declarations, or that nothing does. */
export function reportTables(findings: readonly string[], log: Logger): void {
  if (findings.length > 0) log.warn({ findings }, 'the tables are not as declared');
  else log.info('the tables are as declared');
}

/** Logs which tables of the embedded engine are damaged, or that none is any longer. */
export function reportDamage(damage: readonly string[], log: Logger): void {
  if (damage.length > 0) log.error({ damage }, 'data of tables are damaged');
  else log.info('the data of all tables are there again');
}

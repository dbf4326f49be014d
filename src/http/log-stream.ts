import { pino } from 'pino';

/** Takes the log's lines. */
export interface LogOutput {
  write(lines: string): unknown;
}

/** How long a line may wait for others. */
const WAIT_MS = 20;
const MOST_WAITING = 65_536;

/**
 * Standard output for the log: lines of some milliseconds are written at once, because each write costs as much as a
 * small answer. A process that ends by itself loses none.
 */
export function createLogStream(output: LogOutput = pino.destination(1)): LogOutput {
  let waiting = '';
  const flush = () => {
    if (waiting !== '') output.write(waiting);
    waiting = '';
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (waiting === '') setTimeout(flush, WAIT_MS).unref();
      waiting += line;
      if (waiting.length > MOST_WAITING) flush();
    },
  };
}

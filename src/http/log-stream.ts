import { pino } from 'pino';

/** A turn of the event loop that says more writes more than once. */
const MOST_WAITING = 65_536;

/**
 * Standard output for the log: what one turn of the event loop says is written at once, because each write costs as
 * much as a small answer.
 */
export function createLogStream(output = pino.destination(1)): { write(line: string): void } {
  let waiting = '';
  const flush = () => {
    if (waiting !== '') output.write(waiting);
    waiting = '';
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (waiting.length > MOST_WAITING) flush();
    },
  };
}

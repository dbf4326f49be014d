import { write, writeSync } from 'node:fs';

/** What became of bytes: how many went through, and whether there is no sense in trying the rest again. */
export interface Written {
  readonly bytes: number;
  readonly isBroken: boolean;
}

/** Where the bytes of a log go; neither method throws or rejects. */
export interface LogOutput {
  write(bytes: Uint8Array): Promise<Written>;
  writeSync(bytes: Uint8Array): Written;
}

/**
 * Standard output, which answers at once where it is a pipe or a socket that nobody reads.
 *
 * The stream of Node is not written to: on a file it is synchronous, and after one error it takes nothing any more.
 */
export function standardOutput(): LogOutput {
  // Made here for its side effect: it turns blocking off for pipes and sockets. A thread that blocks in a write would
  // keep the process from ending.
  const { fd } = process.stdout;
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        write(fd, bytes, (error, count) => resolve(error ? failed(error) : took(count)));
      }),
    writeSync(bytes) {
      try {
        return took(writeSync(fd, bytes));
      } catch (error) {
        return failed(error as NodeJS.ErrnoException);
      }
    },
  };
}

function took(bytes: number): Written {
  return { bytes, isBroken: false };
}

/** A pipe that is full may be read from later; a disk that is full, or a reader that has left, is another matter. */
function failed({ code }: NodeJS.ErrnoException): Written {
  return { bytes: 0, isBroken: code !== 'EAGAIN' };
}

import { write, writeSync } from 'node:fs';

/** The result of a write: bytes written, and whether retrying the rest is pointless. */
export interface Written {
  readonly bytes: number;
  readonly isBroken: boolean;
}

/** Destination of log bytes; neither method throws or rejects. */
export interface LogOutput {
  write(bytes: Uint8Array): Promise<Written>;
  writeSync(bytes: Uint8Array): Written;
}

/**
 * Standard output, without blocking on a pipe or socket that is not read.
 *
 * Node's stream is not used: it is synchronous on files, and accepts nothing after one error.
 */
export function standardOutput(): LogOutput {
  // Read for its side effect: it makes pipes and sockets non-blocking. A thread that blocks in a write would keep the
  // process from exiting.
  const { fd } = process.stdout;
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        write(fd, bytes, (error, count) => resolve(error ? failed(error) : wrote(count)));
      }),
    writeSync(bytes) {
      try {
        return wrote(writeSync(fd, bytes));
      } catch (error) {
        return failed(error as NodeJS.ErrnoException);
      }
    },
  };
}

function wrote(bytes: number): Written {
  return { bytes, isBroken: false };
}

/** A full pipe may drain later (EAGAIN); a full disk or a closed reader is permanent. */
function failed({ code }: NodeJS.ErrnoException): Written {
  return { bytes: 0, isBroken: code !== 'EAGAIN' };
}

import { CommanderError } from 'commander';
import { messageOf } from '../errors.ts';

/** A failure of a command, with its exit code; the message tells the user what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Wrong usage of a command; the message says what is expected. */
export class UsageError extends CommandError {
  override name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super(2, message, options);
  }
}

/** Writes what a command failed with; returns the exit code: 0 after help, 1 for a failure, 2 for wrong usage. */
export function reportError(error: unknown, write: (text: string) => void): 0 | 1 | 2 {
  // Commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  write(`${messageOf(error)}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}

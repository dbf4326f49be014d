import { Command } from 'commander';
import { reportError } from '../../src/cli/command-error.ts';

/** Where a command line writes. */
export interface Output {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Runs a command line with one command; returns the exit code of its failure, 0 without one. */
export async function runCommandLine(
  add: (program: Command) => void,
  args: readonly string[],
  { write, writeError }: Output,
): Promise<number> {
  const program = new Command('fieldstone')
    .configureOutput({ writeOut: write, writeErr: writeError })
    .exitOverride();
  add(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return reportError(error, writeError);
  }
}

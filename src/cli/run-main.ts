import { messageOf } from '../errors.ts';

/** Runs the command of this process and sets its exit code; a failure is one line on standard error and code 1. */
export async function runMain(run: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

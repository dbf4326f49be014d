import type { RunRequest } from '../../src/execution/request.ts';
import type { RunResult } from '../../src/execution/run-result.ts';
import type { Runner } from '../../src/execution/runner.ts';
import type { RunOptions } from '../../src/sources/source.ts';

/** Plans a request and runs it. */
export async function runRequest(
  runner: Runner,
  request: RunRequest,
  options: RunOptions,
): Promise<RunResult> {
  return runner.run(await runner.plan(request, options), options);
}

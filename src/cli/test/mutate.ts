import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { printProblem } from '../../project/problems/problem.ts';
import { judgeMutants } from '../../testing/mutation/equivalents.ts';
import { runMutants } from '../../testing/mutation/run-mutants.ts';
import type { Case } from '../../testing/reading/read-cases.ts';
import type { Paint } from '../../testing/reporting/print-result.ts';
import type { CaseEngines } from '../../testing/running/run-cases.ts';
import type { TestCommand } from './test-command.ts';

/**
 * Runs the cases, all of which pass, on the mutants of their endpoints, and prints those that survive; returns whether
 * none does.
 */
export async function mutate(
  { project, write }: TestCommand,
  cases: readonly Case[],
  engines: CaseEngines,
  paint: Paint,
): Promise<boolean> {
  let isRight = true;
  const byEndpoint = Map.groupBy(cases, ({ endpoint }) => endpoint);
  for (const [endpoint, own] of byEndpoint) {
    if (!(await mutateOne(endpoint, own))) isRight = false;
  }
  return isRight;

  async function mutateOne(endpoint: PreparedEndpoint, own: readonly Case[]): Promise<boolean> {
    const { name } = endpoint.definition;
    const mutants = await runMutants(endpoint, own, engines);
    const { problems, survivors, ...counts } = judgeMutants(project, name, mutants);
    for (const problem of problems) write(`${paint('red', printProblem(problem))}\n\n`);
    for (const survivor of survivors) write(`${paint('red', 'SURVIVES')} ${name}: ${survivor}\n`);
    const parts = [
      `${counts.failed} fail a case`,
      `${counts.equivalent} equivalent`,
      `${counts.refused} do not compile`,
      `${survivors.length} survive`,
    ];
    const hasPassed = survivors.length === 0 && problems.length === 0;
    const text = `${name}: ${mutants.length} mutants: ${parts.join(', ')}`;
    write(`${paint(hasPassed ? 'green' : 'red', text)}\n`);
    return hasPassed;
  }
}

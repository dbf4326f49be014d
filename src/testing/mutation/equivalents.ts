import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Project } from '../../project/load-project.ts';
import type { ProjectProblem } from '../../project/problems/problem.ts';
import { readProjectJson } from '../../project/problems/read-json.ts';
import { casesFolder, EQUIVALENT } from '../reading/read-cases.ts';
import type { Mutant } from './run-mutants.ts';

const FILE = z.record(z.string(), z.string().min(1, 'must say why'), 'must be an object');

/** The mutants of an endpoint, judged by the file that says which of them answer as the endpoint does. */
export interface JudgedMutants {
  readonly failed: number;
  readonly refused: number;
  readonly equivalent: number;
  /** The names of those that no case fails, and that are not said to be equivalent. */
  readonly survivors: readonly string[];
  /** The mistakes of the file: entries for mutants that are not made, or that fail a case. */
  readonly problems: readonly ProjectProblem[];
}

/** Judges the mutants of an endpoint; throws a `ProjectError` if the file with the equivalent ones is wrong. */
export function judgeMutants(
  project: Project,
  endpoint: string,
  mutants: readonly Mutant[],
): JudgedMutants {
  const file = `${casesFolder(project)}/${endpoint}/${EQUIVALENT}`;
  const json = existsSync(join(project.folder, file))
    ? readProjectJson(project.folder, file, FILE)
    : undefined;
  const reasons = new Set(Object.keys(json?.value ?? {}));
  const survived = new Set(namesOf(mutants, 'survived'));
  const stale = [...reasons].filter((name) => !survived.has(name));
  return {
    failed: namesOf(mutants, 'failed').length,
    refused: namesOf(mutants, 'refused').length,
    equivalent: reasons.size - stale.length,
    survivors: [...survived].filter((name) => !reasons.has(name)),
    problems: stale.flatMap((name) => {
      const isKnown = mutants.some((one) => one.name === name);
      const message = isKnown ? 'A case fails with it' : 'There is no such mutant';
      return json ? [json.problem([name], `${message}: leave it out`)] : [];
    }),
  };
}

function namesOf(mutants: readonly Mutant[], kind: Mutant['end']['kind']): readonly string[] {
  return mutants.filter(({ end }) => end.kind === kind).map(({ name }) => name);
}

import { printQuery } from '#googlesql';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { isForeign } from '../../engines/engine.ts';
import { FieldstoneError } from '../../errors.ts';
import type { Case } from '../reading/read-cases.ts';
import { type CaseQuestion, CaseRunner } from '../running/case-runner.ts';
import { type CaseEngines, compareAnswer } from '../running/run-cases.ts';
import { mutatedEndpoint } from './mutated-endpoint.ts';
import { type Mutation, mutationsOf } from './sites.ts';

/** How a mutant ended: the case that fails, that none does, or that it does not compile. */
export type MutantEnd =
  | { readonly kind: 'failed'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'refused' };

/** A mutant of an endpoint, and how it ended. */
export interface Mutant {
  readonly name: string;
  readonly end: MutantEnd;
}

/** Runs the cases of an endpoint, all of which pass, on each mutant of its statement until one fails. */
export async function runMutants(
  endpoint: PreparedEndpoint,
  cases: readonly Case[],
  engines: CaseEngines,
): Promise<readonly Mutant[]> {
  const { statement } = endpoint.definition;
  if (statement.kind === 'foreign') return [];
  const bases = new Map<Case, string>();
  for (const one of cases) {
    const text = await plannedText(new CaseRunner(), one);
    if (text !== undefined && one.tables) bases.set(one, text);
  }
  return mapConcurrently(mutationsOf(statement.query), engines.concurrency, async (mutation) => ({
    name: mutation.name,
    end: await endOf(endpoint, mutation, { bases, engines }),
  }));
}

/** The statement that a question runs; undefined if it is refused before one runs. */
async function plannedText(
  runner: CaseRunner,
  question: CaseQuestion,
): Promise<string | undefined> {
  try {
    const { statement } = await runner.plan(question);
    return isForeign(statement) ? undefined : printQuery(statement.tree);
  } catch (error) {
    if (error instanceof FieldstoneError) return undefined;
    throw error;
  }
}

interface MutantRun {
  /** The cases, with the statements that they run on the endpoint itself. */
  readonly bases: ReadonlyMap<Case, string>;
  readonly engines: CaseEngines;
}

async function endOf(
  endpoint: PreparedEndpoint,
  mutation: Mutation,
  { bases, engines }: MutantRun,
): Promise<MutantEnd> {
  const mutant = mutatedEndpoint(endpoint, mutation);
  if (!mutant) return { kind: 'refused' };
  const runner = new CaseRunner();
  for (const [one, base] of bases) {
    const question = { ...one, endpoint: mutant };
    // The statement of many cases has not the place, as that of a caller's SQL has the views alone that it reads.
    if ((await plannedText(runner, question)) === base) continue;
    const engine = engines.over(one.tables ?? new Map(), endpoint);
    const outcome = compareAnswer(one, await runner.run(question, engine));
    if (outcome.kind !== 'passed') return { kind: 'failed', by: one.name };
  }
  return { kind: 'survived' };
}

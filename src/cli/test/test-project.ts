import { writeFileSync } from 'node:fs';
import { nameList } from '#googlesql';
import { prepareEndpoints } from '../../catalog/prepare.ts';
import { openClient } from '../../engines/bigquery/client/open-client.ts';
import { messageOf } from '../../errors.ts';
import { writeFault } from '../../files/write-fault.ts';
import type { Project } from '../../project/load-project.ts';
import { printProblem } from '../../project/problems/problem.ts';
import { type ReadCases, readCases } from '../../testing/reading/read-cases.ts';
import { printJunit } from '../../testing/reporting/junit.ts';
import {
  type Paint,
  paintFor,
  printResult,
  printSummary,
  printTies,
} from '../../testing/reporting/print-result.ts';
import { BigQueryEngines } from '../../testing/running/bigquery-engines.ts';
import { EmbeddedEngines } from '../../testing/running/embedded-engines.ts';
import { type CaseEngines, type CaseResult, runCases } from '../../testing/running/run-cases.ts';
import { updateCase } from '../../testing/update-case.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { requireBigQuery } from '../command-options.ts';
import { mutate } from './mutate.ts';
import { readCaseName, record } from './record.ts';
import type { TestCommand } from './test-command.ts';

/** Runs the cases of a project and prints those that fail; returns the exit code: 0, or 1 if one fails. */
export async function testProject(command: TestCommand): Promise<0 | 1> {
  const { names, project } = command;
  const endpoints = prepareEndpoints(project);
  refuseUnknown(
    command.record?.slice(0, 1) ?? names,
    endpoints.map(({ definition }) => definition.name),
  );
  if (command.record) {
    refuseOptions(command);
    await record(command, readCaseName(command.record, endpoints));
    return 0;
  }
  const chosen = names.length > 0 ? names : undefined;
  const read = await readCases(project, endpoints, chosen, command.update);
  const { config, processes } = command;
  const engines = new EmbeddedEngines({ project, config, ...(processes && { processes }) });
  try {
    return (await runRead(command, read, engines)) ? 0 : 1;
  } finally {
    await engines.close();
  }
}

/** Runs cases, and prints what is wrong with them; returns whether nothing is. */
async function runRead(
  command: TestCommand,
  read: ReadCases,
  engines: EmbeddedEngines,
): Promise<boolean> {
  const { write } = command;
  const paint = paintFor(command.isColoured);
  for (const problem of read.problems) write(`${paint('red', printProblem(problem))}\n\n`);
  const results = await run(command, read, await caseEngines(command, engines), paint);
  writeJunit(command, results, read);
  const wrongFiles = new Set(read.problems.map(({ file }) => file)).size;
  for (const line of printTies(results, paint)) write(`${line}\n\n`);
  write(`${printSummary(results, wrongFiles, paint)}\n`);
  const isRight = results.every(({ outcome }) => ['passed', 'skipped'].includes(outcome.kind));
  if (!isRight || wrongFiles > 0) return false;
  return !command.mutate || mutate(command, read.cases, engines, paint);
}

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`There is no endpoint "${unknown}"; endpoints are ${nameList(known)}`);
}

/** Options of a run of cases, which recording one is not. */
function refuseOptions({ bigquery, junit, mutate, update }: TestCommand): void {
  const options = {
    '--update': update,
    '--bigquery': bigquery,
    '--mutate': mutate,
    '--junit': junit,
  };
  const [refused] = Object.entries(options).flatMap(([name, value]) => (value ? [name] : []));
  if (refused === undefined) return;
  throw new UsageError(`--record writes a case and runs none: leave out ${refused}`);
}

async function run(
  command: TestCommand,
  { cases }: ReadCases,
  engines: CaseEngines,
  paint: Paint,
): Promise<readonly CaseResult[]> {
  const { project, write } = command;
  const results = await runCases(cases, engines);
  return results.map((result) => {
    const updated = command.update ? update(project, result) : result;
    const { kind } = updated.outcome;
    if (updated !== result) write(`${paint('yellow', 'updated')} ${result.case.file}\n`);
    else if (kind !== 'passed') write(`${printResult(updated, paint)}\n\n`);
    return updated;
  });
}

/** Where cases run: also with BigQuery, those without rows run on the embedded engine. */
async function caseEngines(
  { bigquery, config }: TestCommand,
  embedded: EmbeddedEngines,
): Promise<CaseEngines> {
  if (!bigquery) return embedded;
  return new BigQueryEngines(await openClient(requireBigQuery(config)), embedded);
}

/** Writes the answered rows into the case, which then passes; the same result where there is nothing to write. */
function update({ folder }: Project, result: CaseResult): CaseResult {
  const { case: one, outcome } = result;
  if (outcome.kind !== 'differs' && outcome.kind !== 'wrong') return result;
  updateCase(folder, one, outcome.answer);
  return { ...result, outcome: { kind: 'passed', hasTies: false } };
}

function writeJunit({ junit }: TestCommand, results: readonly CaseResult[], read: ReadCases): void {
  if (junit === undefined) return;
  try {
    writeFileSync(junit, printJunit(results, read.problems));
  } catch (error) {
    throw cannotWrite(junit, error);
  }
}

function cannotWrite(file: string, cause: unknown): CommandError {
  const reason = writeFault(cause) ?? messageOf(cause);
  return new CommandError(1, `Cannot write "${file}": ${reason}`, { cause });
}

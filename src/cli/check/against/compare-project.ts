import { nameList } from '#googlesql';
import type { Change, Level } from '../../../contract/change.ts';
import { compareContracts } from '../../../contract/compare-contracts.ts';
import { type Contract, parseContract } from '../../../contract/contract.ts';
import { createSchema } from '../../../graphql/schema/schema.ts';
import type { ReadEndpoints } from '../../../serving/project-reader.ts';
import { printContract } from '../../schema/contract.ts';
import type { ReportedChange } from '../report.ts';
import { ChangePlaces } from './change-places.ts';

/** The changes of a project's contract, and what could not be compared. */
export interface ContractChanges {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

/** Compares what a project prints with an earlier contract; endpoints with mistakes are left out. */
export function changesSince(read: ReadEndpoints, earlier: Contract): ContractChanges {
  const { endpointProblems, endpoints, sharedProblems } = read;
  const wrong = new Set(endpointProblems.map(({ endpoint }) => endpoint));
  if (endpoints.length + wrong.size === 0 && sharedProblems.length > 0) {
    return { changes: [], notes: ['Not compared: nothing of the project can be read'] };
  }
  const right = endpoints.filter(({ definition }) => !wrong.has(definition.name));
  const now = parseContract(printContract(right, createSchema(right)));
  const before = Object.entries(earlier.endpoints).filter(([name]) => !wrong.has(name));
  const changes = compareContracts({ ...earlier, endpoints: Object.fromEntries(before) }, now);
  const names = nameList([...wrong].sort());
  return {
    changes,
    notes: wrong.size > 0 ? [`Not compared for their mistakes: ${names}`] : [],
  };
}

const LEVELS: readonly Level[] = ['breaking', 'dangerous', 'safe'];

/** Changes with their places in the project, those that break first. */
export function placedChanges(
  { project }: ReadEndpoints,
  changes: readonly Change[],
): readonly ReportedChange[] {
  const places = new ChangePlaces(project);
  const placed = changes.map(({ subject, ...change }) => {
    return { ...change, ...places.of(change.endpoint, subject) };
  });
  return LEVELS.flatMap((level) => placed.filter((change) => change.level === level));
}

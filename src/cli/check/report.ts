import type { Client, Level } from '../../contract/change.ts';
import type { ProjectProblem } from '../../project/problems/problem.ts';

/** A problem as JSON: its place and what is wrong. */
export type ReportedProblem = Pick<ProjectProblem, 'message' | 'file' | 'line' | 'column'>;

/** The result for an endpoint; members that were not requested are null. */
export interface CheckedEndpoint {
  readonly endpoint: string;
  readonly file: string;
  /** The field of GraphQL's `Query`. */
  readonly field: string;
  readonly ok: boolean;
  /** The first of its problems. */
  readonly error: ReportedProblem | null;
  /** That BigQuery would read for its examples. */
  readonly bytes: number | null;
  /** The same of the endpoint that it is compared with. */
  readonly bytesBefore: number | null;
  /** Whether arguments decide how much it reads. */
  readonly prunes: boolean | null;
  readonly prunedBefore: boolean | null;
}

/** A change since the contract that the project is compared with. */
export interface ReportedChange {
  readonly endpoint: string;
  readonly kind: string;
  readonly level: Level;
  readonly for: readonly Client[];
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** What `--format json` prints. */
export interface CheckReport {
  /** Of `fieldstone.json`, tables, views, functions and `schema/`. */
  readonly errors: readonly ReportedProblem[];
  readonly endpoints: readonly CheckedEndpoint[];
  /** Those that break first. */
  readonly changes: readonly ReportedChange[];
}

/** The JSON form of a problem. */
export function reported({ column, file, line, message }: ProjectProblem): ReportedProblem {
  return { message, file, line, column };
}

/** Whether a command with this report succeeds. */
export function isRight({ changes, endpoints, errors }: CheckReport): boolean {
  const isBreaking = changes.some(({ level }) => level === 'breaking');
  return errors.length === 0 && endpoints.every(({ ok }) => ok) && !isBreaking;
}

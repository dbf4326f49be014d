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
  readonly bytesBefore: number | null;
  /** Whether it reads less for one day than for seven. */
  readonly prunes: boolean | null;
  readonly prunedBefore: boolean | null;
}

/** What `--format json` prints. */
export interface CheckReport {
  /** Of `fieldstone.json`, tables, views, functions and `schema/`. */
  readonly errors: readonly ReportedProblem[];
  readonly endpoints: readonly CheckedEndpoint[];
  readonly changes: readonly never[];
}

/** The JSON form of a problem. */
export function reported({ column, file, line, message }: ProjectProblem): ReportedProblem {
  return { message, file, line, column };
}

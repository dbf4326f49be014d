import { readCases, subjects } from '../googlesql/cases.ts';

/** The statements that are mutated: the queries of the goldens, without the longest, which slow a run down. */
export function readSeeds(): string[] {
  return subjects()
    .flatMap(readCases)
    .filter(({ parameters }) => !parameters)
    .map(({ sql }) => sql)
    .filter((sql) => sql.length < 1000);
}

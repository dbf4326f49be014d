import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row, Type, Value } from '#googlesql';
import { integerValue, typeName } from '#googlesql';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { inferTable } from '../../../src/engines/duckdb/infer-table.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { readCases } from '../../../src/testing/reading/read-cases.ts';
import type { CaseAnswer } from '../../../src/testing/running/case-runner.ts';
import { goldenValue } from '../../googlesql/golden-value.ts';
import type { CaseProject } from '../support.ts';

/** The projects whose cases the reference has answered, with the file of its answers. */
export const GOLDEN_PROJECTS = [
  { name: 'the log endpoints', folder: '.', file: './log-endpoints-goldens.json' },
  { name: 'the shop', folder: 'examples/shop', file: './shop-goldens.json' },
] as const;

/** What the reference answers to a case. */
export interface CaseGolden {
  /** Its file without the folder of cases: `revenue.by-day/since`. */
  readonly case: string;
  /** The hash of its input, as `hashOf` has it. */
  readonly input: string;
  /** The names and types of the columns. */
  readonly columns?: readonly (readonly [string, string])[];
  /** With values as `goldenValue` has them. */
  readonly rows?: readonly (readonly unknown[])[];
  /** The code of the error, in place of columns and rows. */
  readonly error?: string;
}

/** Where the goldens of a project are. */
export function goldensFile(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** The goldens of a project, in the order of its cases. */
export function readGoldens(file: string): readonly CaseGolden[] {
  return JSON.parse(readFileSync(goldensFile(file), 'utf8'));
}

/** A project of this repository, with its cases. */
export async function readProject(folder: string): Promise<CaseProject> {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  const project = await loadProject(root, { inferFields: inferTable });
  return { project, read: await readCases(project, prepareEndpoints(project)) };
}

/** An answer as a golden has it. */
export function goldenAnswer(answer: CaseAnswer): Pick<CaseGolden, 'columns' | 'rows' | 'error'> {
  if (answer.kind === 'error') return { error: answer.error.code };
  const columns = answer.columns.map(({ name, type }) => [name, typeName(type)] as const);
  return { columns, rows: answer.rows.map((row) => row.map(goldenValue)) };
}

/** The rows of a golden, in the types of the columns of an answer. */
export function rowsOf({ rows = [] }: CaseGolden, types: readonly Type[]): readonly Row[] {
  return rows.map((row) => types.map((type, i) => valueIn(row[i] ?? null, type)));
}

/** The value that `goldenValue` writes so. */
function valueIn(golden: unknown, type: Type): Value {
  if (golden === null) return null;
  if (type.kind === 'ARRAY') {
    return (golden as readonly unknown[]).map((item) => valueIn(item, type.element));
  }
  if (type.kind === 'STRUCT') {
    const values = golden as readonly unknown[]; // As the type says.
    return type.fields.map((field, i) => valueIn(values[i] ?? null, field.type));
  }
  if (type.kind === 'FLOAT64') return Number(golden);
  if (type.kind === 'INT64' || type.kind === 'TIMESTAMP') {
    return integerValue(BigInt(golden as number | string));
  }
  return golden as Value; // Texts and BOOL are as they are.
}

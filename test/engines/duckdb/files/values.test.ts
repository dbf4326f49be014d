import { afterAll, describe, expect, test } from 'vitest';
import { parseDataFault } from '../../../../src/engines/duckdb/files/data-fault.ts';
import { messageOf } from '../../../../src/errors.ts';
import { DataFiles } from './data-files.ts';
import cases from './value-cases.json' with { type: 'json' };

/**
 * A value as files write it (a CSV field, JSON, the SQL of a Parquet column), and its text in DuckDB, or a pattern of the
 * problem. Some texts have no meaning in one of the formats.
 */
interface Case {
  readonly type: string;
  readonly csv?: string;
  readonly json?: string;
  readonly parquet?: string;
  readonly is?: string | null;
  readonly fails?: string;
}

const FORMS = ['csv', 'json', 'parquet'] as const;
type Form = (typeof FORMS)[number];

const files = new DataFiles();
let count = 0;

afterAll(() => files.close());

async function readOne(type: string, form: Form, written: string) {
  count += 1;
  const path = await writeOne(form, written);
  const mode = type.endsWith('[]') ? 'REPEATED' : 'NULLABLE';
  const fields = [{ name: 'v', type: type.replace('[]', ''), mode }];
  const rows = await files.select(
    `SELECT CAST(v AS VARCHAR) AS v FROM ${await files.source(path, fields)}`,
  );
  return rows[0]?.['v'];
}

function writeOne(form: Form, written: string): string | Promise<string> {
  if (form === 'csv') return files.write(`${count}.csv`, `id,v\n1,${written}\n`);
  if (form === 'json') return files.write(`${count}.ndjson`, `{"id":1,"v":${written}}\n`);
  return files.writeParquet(`${count}.parquet`, `SELECT ${written} AS v`);
}

/** The problem that a read fails with. */
async function problemOf(read: Promise<unknown>): Promise<string> {
  try {
    return `no error, but ${JSON.stringify(await read)}`;
  } catch (error) {
    const fault = parseDataFault(messageOf(error));
    return fault ? `${fault.column}: ${fault.problem}` : messageOf(error);
  }
}

function casesOf(form: Form) {
  return (cases as readonly Case[]).flatMap(({ [form]: written, ...expected }) =>
    written === undefined ? [] : [{ written, ...expected }],
  );
}

describe.each(FORMS)('a value in %s', (form) => {
  test.each(casesOf(form))('$type of $written', async ({ type, written, is, fails }) => {
    const read = readOne(type, form, written);
    if (fails === undefined) expect(await read).toBe(is);
    else expect(await problemOf(read)).toMatch(new RegExp(fails));
  });
});

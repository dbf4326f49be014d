import { writeFileSync } from 'node:fs';
import {
  engineQuery,
  GOLDENS,
  isApproximate,
  referenceSql,
  STORED_CASES,
  type StoredCase,
  type StoredGolden,
} from '../endpoints/reference-cases.ts';
import { fixtureRows } from '../googlesql/fixtures.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { catalogTables } from './catalog.ts';
import type { Catalog, Oracle } from './oracle.ts';

/** Asks the reference about the stored queries over the fixture rows and writes its answers. */
export async function writeStoredGoldens(oracle: Oracle): Promise<void> {
  const catalog = await oracle.register(catalogTables(fixtureRows));
  const goldens: string[] = [];
  for (const item of STORED_CASES)
    goldens.push(JSON.stringify(await judgeStored(oracle, catalog, item)));
  writeFileSync(GOLDENS, `[\n  ${goldens.join(',\n  ')}\n]\n`);
}

async function judgeStored(
  oracle: Oracle,
  catalog: Catalog,
  item: StoredCase,
): Promise<StoredGolden> {
  const query = engineQuery(item);
  const answer = await oracle.evaluate(
    referenceSql(query),
    catalog,
    Object.fromEntries(query.parameters),
  );
  if ('error' in answer)
    throw new Error(`The reference refuses "${item.endpoint}": ${answer.error}`);
  const kept = answer.columns.flatMap(({ name }, index) => (isApproximate(name) ? [] : [index]));
  return {
    ...item,
    columns: kept.map((index) => answer.columns[index]?.name ?? ''),
    rows: answer.rows.map((row) => kept.map((index) => goldenValue(row[index] ?? null))),
  };
}

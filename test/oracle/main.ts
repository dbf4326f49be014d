/**
 * `npm run oracle` regenerates the goldens from the reference implementation; `npm run oracle -- install` installs it.
 * `npm run oracle -- analyze|evaluate|tables "SELECT …"` asks it about one statement over the
 * fixture rows of the views of `logs.all`; `npm run oracle -- printed` has it analyse every text that BigQuery is sent;
 * `npm run oracle -- parameters [FILE]` compares the types of parameters; `npm run oracle -- cases` makes the goldens of
 * the cases of `fieldstone test` alone.
 */
import { inspect } from 'node:util';
import { typeName } from '../../src/googlesql/types.ts';
import { fixtureRows } from '../googlesql/fixtures.ts';
import { writeCaseGoldens } from './case-goldens.ts';
import { catalogTables, catalogViews } from './catalog.ts';
import { writeGoldens } from './goldens.ts';
import { Oracle } from './oracle.ts';
import { installOracle, isOracleInstalled } from './package.ts';
import { compareParameters } from './parameters.ts';
import { judgePrinted } from './printed.ts';
import { writeStoredGoldens } from './stored-queries.ts';

const [command = 'goldens', sql = ''] = process.argv.slice(2);

if (command === 'install') installOracle();
else await ask();

async function ask(): Promise<void> {
  if (!isOracleInstalled()) installOracle();
  const oracle = await Oracle.start();
  try {
    print(await answer(oracle));
  } finally {
    oracle.stop();
  }
}

async function answer(oracle: Oracle): Promise<unknown> {
  if (command === 'goldens') {
    await writeStoredGoldens(oracle);
    const cases = await writeCaseGoldens(oracle);
    return { cases, doubtful: await writeGoldens(oracle) };
  }
  if (command === 'stored') return writeStoredGoldens(oracle);
  if (command === 'cases') return writeCaseGoldens(oracle);
  if (command === 'printed') return judgePrinted(oracle);
  if (command === 'parameters') return compareParameters(oracle, sql);
  if (command === 'tables') return oracle.extractTableNames(sql);
  const catalog = await oracle.register([
    ...catalogTables(fixtureRows),
    ...catalogViews(fixtureRows),
  ]);
  const result = await oracle[command === 'analyze' ? 'analyze' : 'evaluate'](sql, catalog);
  if (!('columns' in result)) return result;
  return { ...result, columns: result.columns.map((c) => `${c.name} ${typeName(c.type)}`) };
}

function print(value: unknown): void {
  process.stdout.write(
    `${inspect(value, { depth: 20, breakLength: 120, maxArrayLength: 1000 })}\n`,
  );
}

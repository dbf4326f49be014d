import { goldenValue } from '../googlesql/golden-value.ts';
import { sortRows } from '../oracle/goldens.ts';
import { Oracle } from '../oracle/oracle.ts';
import { boundParameters, COLUMNS, type FoldingEvaluator } from './folding.ts';
import { FOLDING_TABLES } from './folding-text.ts';

/** Errors of values in rows, and not of a statement that the reference does not take. */
const OF_DATA = /^(?:division by zero|int64 overflow|Bad |Invalid |.*out of range)/i;

/** GoogleSQL's reference implementation with the tables of the statements; `stop` ends it. */
export async function foldingOnReference(): Promise<
  FoldingEvaluator & { readonly stop: () => void }
> {
  const oracle = await Oracle.start();
  const empty = await oracle.register([]);
  const tables = [];
  for (const [name, sql] of Object.entries(FOLDING_TABLES)) {
    const content = await oracle.evaluate(sql, empty);
    if ('error' in content) throw new Error(content.error);
    tables.push({ name, columns: COLUMNS, rows: content.rows });
  }
  const catalog = await oracle.register(tables);
  return {
    rows: async ({ text }, absent) => {
      const answer = await oracle.evaluate(text, catalog, boundParameters(absent));
      return 'error' in answer
        ? answer.error
        : sortRows(answer.rows.map((row) => row.map(goldenValue)));
    },
    isOfData: (message) => OF_DATA.test(message),
    stop: () => oracle.stop(),
  };
}

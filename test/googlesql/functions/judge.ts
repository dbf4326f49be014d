/** `node test/googlesql/functions/judge.ts` asks the reference implementation again about every golden of functions. */
import { typeName } from '../../../src/googlesql/types.ts';
import { Oracle } from '../../oracle/oracle.ts';
import { goldenValue } from '../golden-value.ts';
import type { Outcome } from './evaluate.ts';
import { type Golden, goldenSubjects, readGoldens, writeGoldens } from './goldens.ts';

const oracle = await Oracle.start();
try {
  const catalog = await oracle.register([]);
  for (const subject of goldenSubjects()) {
    const goldens: Golden[] = [];
    for (const [expression] of readGoldens(subject)) {
      const answer = await oracle.evaluate(`SELECT ${expression}`, catalog);
      goldens.push([
        expression,
        'error' in answer ? { error: placeless(answer.error) } : first(answer),
      ]);
    }
    writeGoldens(subject, goldens);
  }
} finally {
  oracle.stop();
}

function first({
  columns,
  rows,
}: Extract<Awaited<ReturnType<Oracle['evaluate']>>, { rows: unknown }>): Outcome {
  const [column] = columns;
  return [column ? typeName(column.type) : '', goldenValue(rows[0]?.[0] ?? null)];
}

function placeless(message: string): string {
  return message.replace(/ \[at \d+:\d+\]$/, '');
}

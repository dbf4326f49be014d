/**
 * `npm run fuzz:relations -- --count 2000 --seed 1` compares the rows of random relational statements: joins of every kind,
 * correlated and not, grouping and grouping sets, windows, frames and QUALIFY, set operations, PIVOT, JSON, pipes.
 *
 * Without the reference implementation, or with `--goldens`, the statements are those of `goldens/relations.jsonl.gz`,
 * which `--record` makes anew. `--seconds` ends the comparison after that time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expectedAnswer } from '../googlesql/answer.ts';
import type { Golden } from '../googlesql/cases.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { judge } from '../oracle/goldens.ts';
import { Oracle } from '../oracle/oracle.ts';
import { isOracleInstalled } from '../oracle/package.ts';
import { PROJECT } from '../support/project.ts';
import { ourAnswer, reportTrials, type Trial } from './outcome.ts';
import { Random } from './random.ts';
import { relation } from './relations-text.ts';

const GOLDENS = new URL('goldens/relations.jsonl.gz', import.meta.url);

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '3' },
    seconds: { type: 'string', default: 'Infinity' },
    goldens: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

if (options.record) await record();
else reportTrials(await compare(), Number(options.show));

/** The statements of a seed that have one answer, each with the reference's. */
async function* judged(): AsyncGenerator<Golden> {
  const oracle = await Oracle.start();
  const random = new Random(Number(options.seed));
  try {
    const catalog = await oracle.register([]);
    for (let i = 0; i < Number(options.count); i += 1) {
      const golden = await judge(oracle, { name: '', ...relation(random) }, [catalog, catalog]);
      // The error of another text is about other places.
      if (typeof golden === 'string' || (golden.equivalent && 'error' in golden)) continue;
      yield golden.equivalent ? { ...golden, ordered: false } : golden;
    }
  } finally {
    oracle.stop();
  }
}

async function record(): Promise<void> {
  const lines: string[] = [];
  for await (const golden of judged()) lines.push(JSON.stringify(golden));
  writeFileSync(GOLDENS, gzipSync(lines.join('\n'), { level: 9 }));
}

function recorded(): readonly Golden[] {
  const lines = gunzipSync(readFileSync(GOLDENS)).toString().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function compare(): Promise<Trial[]> {
  const isRecorded = options.goldens || !isOracleInstalled();
  if (isRecorded && !existsSync(GOLDENS)) throw new Error('There are no goldens: record them');
  const end = performance.now() + Number(options.seconds) * 1000;
  const database = await openFixtureDatabase(PROJECT.tables.values());
  const trials: Trial[] = [];
  for await (const golden of isRecorded ? recorded() : judged()) {
    const ours = await ourAnswer(golden, database);
    const name = ours.failure?.slice(0, 60) ?? '';
    trials.push({ name, sql: golden.sql, ours, theirs: expectedAnswer(golden) });
    if (performance.now() > end) break;
  }
  return trials;
}

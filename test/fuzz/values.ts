/**
 * `npm run fuzz:values -- --count 20000 --seed 1 [--only regexp_extract]` computes calls of the reference's functions with
 * values at the edges of their types, in the reference's evaluator and in DuckDB, and lists where the answers differ.
 */
import { parseArgs } from 'node:util';
import { expectedAnswer } from '../googlesql/answer.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { judge } from '../oracle/goldens.ts';
import { type FunctionProto, Oracle } from '../oracle/oracle.ts';
import { type CallToTry, makeCall, makeCast, scalarFunctions, statementOf } from './calls.ts';
import { isAboutText, ourAnswer, reportTrials, type Trial } from './outcome.ts';
import { Random } from './random.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '2' },
  },
});

const only = new RegExp(options.only, 'i');

reportTrials(
  await run(Number(options.count), new Random(Number(options.seed))),
  Number(options.show),
);

async function run(count: number, random: Random): Promise<Trial[]> {
  const oracle = await Oracle.start();
  try {
    const catalog = await oracle.register([]);
    const database = await openFixtureDatabase([]);
    const functions = scalarFunctions(await oracle.functions()).filter(isWanted);
    const trials: Trial[] = [];
    for (let i = 0; i < count; i += 1) {
      const call = nextCall(random, functions);
      if (!call) continue;
      const sql = statementOf(call);
      const golden = await judge(oracle, { name: '', sql }, [catalog, catalog]);
      if (typeof golden === 'string' || ('error' in golden && isAboutText(golden.error))) continue;
      const ours = await ourAnswer(golden, database);
      trials.push({ name: call.name, sql, ours, theirs: expectedAnswer(golden) });
    }
    return trials;
  } finally {
    oracle.stop();
  }
}

function isWanted({ name_path }: FunctionProto): boolean {
  return only.test(name_path.join('.'));
}

/** One in twelve is a cast, which the reference does not count among its functions. */
function nextCall(random: Random, functions: readonly FunctionProto[]): CallToTry | undefined {
  const isCast = only.test('cast') && (functions.length === 0 || random.below(12) === 0);
  return isCast ? makeCast(random) : makeCall(random, random.pick(functions));
}

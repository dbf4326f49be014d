import { guardTree } from '../../src/catalog/barrier/guarded-tree.ts';
import { fillRows } from '../support/fill-store.ts';
import { ask, type Question, restSql, type Seen } from './ask-world.ts';
import { repeatForeignRows } from './large-world.ts';
import type { WallOptions, WallPart } from './part.ts';
import { plainFilter } from './plain-filter.ts';
import { questions } from './questions.ts';
import { logStatement } from './statements.ts';
import { foreignRows, mixed, OWN, ownRows, unevenly } from './tenant-worlds.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/**
 * What a pinned key is answered is the same, byte for byte, whatever rows other tenants have: the same questions are
 * asked of worlds that differ in nothing but those rows.
 */
export const nonInterference: WallPart = {
  name: 'non-interference',
  run: async (options) => {
    const worlds = await openWorlds(options);
    try {
      return await compare(worlds, options);
    } finally {
      const { even, layouts, large, single, uneven } = worlds;
      const all = new Set([...even, ...single, ...layouts, ...uneven, large]);
      for (const world of all) await world.close();
    }
  },
};

/** A world without a row of others, and one with them. */
type Pair = readonly [World, World];

interface Worlds {
  /** Rows of others in every table at the asking tenant's own times. */
  readonly even: Pair;
  /** As `even`, with rows whose repeated records have one element each. */
  readonly single: Pair;
  /** As `single`, but rows of others make the store keep all records as lists in the second. */
  readonly layouts: Pair;
  /** Rows of others where and when the asking tenant has none, and more in one table than in another. */
  readonly uneven: Pair;
  /** As the first of `even`, with half a million rows of others in one table. */
  readonly large: World;
}

const OWN_ROWS = 12;
const LARGE_TABLE = 'deno-subhosting-events';
const LARGE_VIEW = 'function_logs';

/** 12 moments with five rows of others each, so often, are 510 000 rows. */
const REPEATED = 8_500;

async function openWorlds({ flags }: WallOptions): Promise<Worlds> {
  const guard = flags.has('--without-barrier') ? plainFilter : guardTree;
  const own = ownRows(OWN_ROWS);
  const open = (fill: WorldOptions['fill']) => openWorld({ guard, fill });
  const uneven = unevenly(own, (count, each) => foreignRows(count, each, 5));
  const singleOwn = ownRows(OWN_ROWS, 'single');
  const singleForeign = foreignRows(OWN_ROWS, 20, 5, 'single');
  const [
    alone,
    crowded,
    singleAlone,
    singleCrowded,
    listsCrowded,
    unevenAlone,
    unevenCrowded,
    large,
  ] = await Promise.all([
    open((store) => fillRows(store, own)),
    open((store) => fillRows(store, mixed(own, foreignRows(OWN_ROWS, 20, 5)))),
    open((store) => fillRows(store, singleOwn)),
    open((store) => fillRows(store, mixed(singleOwn, singleForeign))),
    open((store) => fillRows(store, mixed(singleOwn, foreignRows(OWN_ROWS, 20, 5)))),
    open((store) => fillRows(store, uneven.own)),
    open((store) => fillRows(store, mixed(uneven.own, uneven.foreign))),
    open(async (store) => {
      await fillRows(store, mixed(own, foreignRows(OWN_ROWS, 5, 1)));
      await repeatForeignRows(store, LARGE_TABLE, REPEATED);
    }),
  ]);
  return {
    even: [alone, crowded],
    single: [singleAlone, singleCrowded],
    layouts: [singleAlone, listsCrowded],
    uneven: [unevenAlone, unevenCrowded],
    large,
  };
}

const BOUNDED = { small: 1_000, large: 60 };
const LONG = { small: 21_000, large: 1_200 };

/** How many differences are enough to show. */
const MAX_SHOWN = 5;

async function compare(worlds: Worlds, options: WallOptions): Promise<string> {
  const tally: Tally = { asked: 0, answered: 0, repeated: 0, differences: [] };
  const from = numberIn(options, '--from=') ?? 0;
  const { small, large } = countsOf(options);
  for (const [i, question] of questions(from, small).entries()) {
    const pairs = [worlds.even, worlds.single, worlds.layouts, worlds.uneven];
    await compareOne(pairs[i % 4] ?? worlds.even, question, projectOf(i), tally);
    if (options.long && i % 1_000 === 999) process.stderr.write(`${i + 1} of ${small} asked\n`);
  }
  for (let i = 0; i < large; i += 1) {
    const question = restSql('logs.all', logStatement(from + i, LARGE_VIEW));
    await compareOne([worlds.even[0], worlds.large], question, projectOf(i), tally);
  }
  const { asked, answered, differences, repeated } = tally;
  const again = repeated > 0 ? ` (${repeated} asked again for want of time)` : '';
  const summary = `${asked} questions, of which ${answered} had rows for an answer${again}`;
  if (differences.length === 0) return `${summary}, all the same with and without rows of others`;
  const shown = differences.slice(0, MAX_SHOWN).join('\n');
  throw new Error(`${summary}; ${differences.length} differ, such as\n${shown}`);
}

/** Who has no row at all asks too. */
function projectOf(i: number): string {
  return i % 8 === 7 ? 'nobody' : OWN;
}

/** `--count=` asks for so many small questions and a twentieth of large ones, `--from=` begins with a later one. */
function countsOf(options: WallOptions): typeof BOUNDED {
  const count = numberIn(options, '--count=');
  if (count !== undefined) return { small: count, large: Math.ceil(count / 20) };
  return options.long ? LONG : BOUNDED;
}

function numberIn({ flags }: WallOptions, name: string): number | undefined {
  const flag = [...flags].find((candidate) => candidate.startsWith(name));
  return flag === undefined ? undefined : Number(flag.slice(name.length));
}

interface Tally {
  asked: number;
  answered: number;
  repeated: number;
  readonly differences: string[];
}

const MAX_REPEATS = 3;

/** Whether an answer says that the time was up, or that the engine was ended because of another statement. */
function wantsTime({ text }: Seen): boolean {
  return /"code":"(?:QUERY_TIMEOUT|ENGINE_UNAVAILABLE)"/.test(text);
}

async function compareOne(
  [quiet, crowded]: Pair,
  question: Question,
  project: string,
  tally: Tally,
): Promise<void> {
  const askBoth = () =>
    Promise.all([ask(quiet, question, project), ask(crowded, question, project)]);
  let [one, other] = await askBoth();
  tally.asked += 1;
  // On a busy machine a deadline can pass on one side; what does so every time is a difference.
  for (let again = 0; again < MAX_REPEATS && wantsTime(one) !== wantsTime(other); again += 1) {
    if (again === 0) tally.repeated += 1;
    [one, other] = await askBoth();
  }
  if (one.status === 200 && !one.text.includes('"errors"')) tally.answered += 1;
  if (one.status === other.status && one.text === other.text) return;
  const tail = ({ status, text }: Seen) => `${status} ${text.slice(-300)}`;
  tally.differences.push(
    `  ${project}: ${question.what}\n    alone:  ${tail(one)}\n    others: ${tail(other)}`,
  );
}

import { guardTree } from '../../src/catalog/barrier/guarded-tree.ts';
import { fillRows } from '../support/fill-store.ts';
import { restSql } from './ask-world.ts';
import { Comparison, type Pair } from './comparison.ts';
import { repeatForeignRows } from './large-world.ts';
import { numberIn, type WallOptions, type WallPart } from './part.ts';
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

const BOUNDED = { small: 600, large: 36 };
const LONG = { small: 21_000, large: 1_200 };

async function compare(worlds: Worlds, options: WallOptions): Promise<string> {
  const comparison = new Comparison();
  const from = numberIn(options, '--from=') ?? 0;
  const { small, large } = countsOf(options);
  for (const [i, question] of questions(from, small).entries()) {
    const pairs = [worlds.even, worlds.single, worlds.layouts, worlds.uneven];
    await comparison.ask(pairs[i % 4] ?? worlds.even, question, projectOf(i));
    if (options.long && i % 1_000 === 999) process.stderr.write(`${i + 1} of ${small} asked\n`);
  }
  for (let i = 0; i < large; i += 1) {
    const question = restSql('logs.all', logStatement(from + i, LARGE_VIEW));
    await comparison.ask([worlds.even[0], worlds.large], question, projectOf(i));
  }
  return comparison.finish();
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

import { guardTree } from '../../src/catalog/barrier/guarded-tree.ts';
import { ask, type Question, type Seen } from './ask-world.ts';
import type { WallOptions, WallPart } from './part.ts';
import { plainFilter } from './plain-filter.ts';
import { questions } from './questions.ts';
import { foreignRows, mixed, OWN, ownRows } from './tenant-worlds.ts';
import { openWorld, type World, writeRows } from './world.ts';

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
      for (const world of worlds) await world.close();
    }
  },
};

const OWN_ROWS = 12;

/** One world without a row of others, one with as many as the asking tenant has, and one with many more. */
function openWorlds({ flags }: WallOptions): Promise<readonly World[]> {
  const guard = flags.has('--without-barrier') ? plainFilter : guardTree;
  const own = ownRows(OWN_ROWS);
  const all = [
    own,
    mixed(own, foreignRows(OWN_ROWS, 2, 1)),
    mixed(own, foreignRows(OWN_ROWS, 20, 5)),
  ];
  return Promise.all(
    all.map((rows) => openWorld({ guard, fill: (store) => writeRows(store, rows) })),
  );
}

const BOUNDED = 1_500;
const LONG = 22_000;

/** How many differences are enough to show. */
const MAX_SHOWN = 5;

async function compare(worlds: readonly World[], options: WallOptions): Promise<string> {
  const tally: Tally = { asked: 0, answered: 0, differences: [] };
  const [quiet, ...crowded] = worlds;
  for (const [i, question] of questions(countOf(options)).entries()) {
    const project = i % 8 === 7 ? 'nobody' : OWN;
    const other = crowded[i % crowded.length];
    if (quiet && other) await compareOne([quiet, other], question, project, tally);
  }
  const { asked, answered, differences } = tally;
  const summary = `${asked} questions, of which ${answered} had rows for an answer`;
  if (differences.length === 0) return `${summary}, all the same with and without rows of others`;
  const shown = differences.slice(0, MAX_SHOWN).join('\n');
  throw new Error(`${summary}; ${differences.length} differ, such as\n${shown}`);
}

function countOf({ long, flags }: WallOptions): number {
  const asked = [...flags].find((flag) => flag.startsWith('--count='));
  return asked ? Number(asked.slice('--count='.length)) : long ? LONG : BOUNDED;
}

interface Tally {
  asked: number;
  answered: number;
  readonly differences: string[];
}

async function compareOne(
  [quiet, crowded]: readonly [World, World],
  question: Question,
  project: string,
  tally: Tally,
): Promise<void> {
  const [one, other] = await Promise.all([
    ask(quiet, question, project),
    ask(crowded, question, project),
  ]);
  tally.asked += 1;
  if (one.status === 200 && !one.text.includes('"errors"')) tally.answered += 1;
  if (one.status === other.status && one.text === other.text) return;
  const tail = ({ status, text }: Seen) => `${status} ${text.slice(-300)}`;
  tally.differences.push(
    `  ${question.what}\n    alone:  ${tail(one)}\n    others: ${tail(other)}`,
  );
}

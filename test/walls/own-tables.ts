import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardTree } from '../../src/catalog/barrier/guarded-tree.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { EngineProcesses } from '../../src/engines/duckdb/process/engine-processes.ts';
import { processMemory } from '../../src/engines/duckdb/process/process-memory.ts';
import { tableFilesOf } from '../../src/engines/opening/open-engine.ts';
import { loadProject, type Project } from '../../src/project/load-project.ts';
import { Comparison, type Pair } from './comparison.ts';
import { projectTexts } from './own-tables/endpoints.ts';
import { questionOf } from './own-tables/questions.ts';
import { foreignRows, ownRows } from './own-tables/rows.ts';
import { type InPlace, PINS } from './own-tables/tables.ts';
import { type RowFiles, writeProject } from './own-tables/write-files.ts';
import { numberIn, type WallOptions, type WallPart } from './part.ts';
import { plainFilter } from './plain-filter.ts';
import { openGateway, type World } from './world.ts';

/**
 * What a pinned key of somebody's own project is answered is the same, byte for byte, whatever rows other tenants have in
 * its tables, whose files are read in place: through functions and views, stored and sandbox SQL, in all formats.
 */
export const ownTables: WallPart = {
  name: 'own-tables',
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-walls-'));
    // All worlds share the processes: their time limits and memory are no part of this wall.
    const processes = new EngineProcesses({
      dataDir: folder,
      folders: [folder],
      threads: 1,
      ...processMemory(3e9, 2),
    });
    const closers: (() => Promise<void>)[] = [];
    try {
      const worlds: PinWorlds[] = [];
      for (const pin of PINS.keys()) {
        worlds.push(await openWorlds(pin, { folder, processes, closers, options }));
      }
      return await compare(worlds, options);
    } finally {
      for (const close of closers) await close();
      await processes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The worlds of a tenant: alone, and with rows of others among its own and in files beside them. */
interface PinWorlds {
  readonly pin: string;
  readonly endpoints: readonly PreparedEndpoint[];
  readonly pairs: readonly Pair[];
}

interface Opening {
  readonly folder: string;
  readonly processes: EngineProcesses;
  readonly closers: (() => Promise<void>)[];
  readonly options: WallOptions;
}

/** Tables of nobody have the same rows in all worlds. */
const hasTenant = ({ tenant }: InPlace) => tenant !== undefined;

/** So many rows of others for each own one: among the own ones, and in files of their own. */
const EACH = { mixed: 20, apart: 100 };

async function openWorlds(pin: string, opening: Opening): Promise<PinWorlds> {
  const own = (table: InPlace) => ownRows(table, pin);
  const foreign = (table: InPlace, each: number) =>
    hasTenant(table) ? foreignRows(table, pin, each) : [];
  const load = (layout: string, filesOf: (table: InPlace) => RowFiles) =>
    loadWorld(join(opening.folder, `${pin}-${layout}`), filesOf);
  const alone = await load('alone', (table) => ({ '': own(table) }));
  const crowded = [
    await load('mixed', (table) => ({ '': mixed(own(table), foreign(table, EACH.mixed)) })),
    await load('apart', (table) =>
      hasTenant(table) ? apart(own(table), foreign(table, EACH.apart)) : { '': own(table) },
    ),
  ];
  const pairs: Pair[] = [];
  for (const world of crowded) {
    // What is cached is a part of answers, so each pair has a gateway of its own over the lonely rows.
    pairs.push([await open(alone, opening), await open(world, opening)]);
  }
  return { pin, endpoints: alone.endpoints, pairs };
}

/** Rows of others before, between and after the own ones. */
function mixed<Row>(own: readonly Row[], foreign: readonly Row[]): readonly Row[] {
  const each = Math.ceil(foreign.length / (own.length + 1));
  return [
    ...foreign.slice(0, each),
    ...own.flatMap((row, i) => [row, ...foreign.slice((i + 1) * each, (i + 2) * each)]),
  ];
}

function apart<Row>(own: readonly Row[], foreign: readonly Row[]) {
  const half = foreign.length / 2;
  return { '-1': foreign.slice(0, half), '-2': own, '-3': foreign.slice(half) };
}

/** A project with its rows, read and compiled. */
interface LoadedWorld {
  readonly project: Project;
  readonly endpoints: readonly PreparedEndpoint[];
}

async function loadWorld(
  folder: string,
  filesOf: (table: InPlace) => RowFiles,
): Promise<LoadedWorld> {
  await writeProject(folder, projectTexts(), filesOf);
  const project = await loadProject(folder);
  return { project, endpoints: prepareEndpoints(project) };
}

async function open(
  { project }: LoadedWorld,
  { closers, options, processes }: Opening,
): Promise<World> {
  const files = tableFilesOf(project, join(project.folder, '.data'));
  const world = await openGateway(
    { project, files, pin: 'member' },
    { processes, guard: options.flags.has('--without-barrier') ? plainFilter : guardTree },
  );
  closers.push(() => world.close());
  return world;
}

const BOUNDED = 300;
const LONG = 20_000;

async function compare(worlds: readonly PinWorlds[], options: WallOptions): Promise<string> {
  const comparison = new Comparison();
  const from = numberIn(options, '--from=') ?? 0;
  const count = numberIn(options, '--count=') ?? (options.long ? LONG : BOUNDED);
  for (let i = from; i < from + count; i += 1) {
    const { endpoints, pairs, pin } = worlds[i % worlds.length] ?? {};
    const pair = pairs?.[Math.floor(i / worlds.length) % pairs.length];
    if (!pair || !endpoints || pin === undefined) throw new Error('There are no worlds');
    await comparison.ask(pair, questionOf(i, pin, endpoints), pin);
  }
  return comparison.finish();
}

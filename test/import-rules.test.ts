import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EXCEPTIONS, FLOORS, GUESTS, LIBRARIES } from './support/rooms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** An import of a file of `src`, by its path there: of another file, or of a package. */
type Import = readonly [file: string, imported: string];

const ROOMS = FLOORS.flat();

/** Whether a file is a room, or lies in it. */
function isIn(room: string, file: string): boolean {
  return file === room || file.startsWith(`${room}/`);
}

/** The room of a file; undefined for a file that is in none. */
function roomOf(file: string): string | undefined {
  return ROOMS.filter((room) => isIn(room, file)).sort((a, b) => b.length - a.length)[0];
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

/** What is wrong with an import; undefined if it is allowed. */
function faultOf([file, imported]: Import): string | undefined {
  const from = roomOf(file);
  if (from === undefined) return 'is in no room';
  if (isPage(file) && /^(?:node:|src\/(?!pages\/))/.test(imported)) return 'runs in browsers';
  const target = FILES_BY_NAME.has(imported) ? 'googlesql' : /^src\/(.*)/.exec(imported)?.[1];
  return target === undefined ? libraryFault(file, imported) : roomFault(from, file, target);
}

function roomFault(from: string, file: string, target: string): string | undefined {
  const to = roomOf(target);
  if (to === undefined) return 'imports from no room';
  if (from === to) return undefined;
  if (to === 'googlesql' && target !== 'googlesql')
    return `imports the compiler by another name than ${COMPILER} and ${RUNTIME}`;
  const isException = EXCEPTIONS.some(([above, below]) => isIn(above, file) && isIn(below, target));
  if (isException) return undefined;
  if (floorOf(to) <= floorOf(from)) return 'points up or sideways';
  const guests = GUESTS[to];
  return guests && !guests.some((room) => isIn(room, file)) ? 'is no guest of the room' : undefined;
}

function libraryFault(file: string, imported: string): string | undefined {
  const [, rooms] =
    Object.entries(LIBRARIES).find(([name]) =>
      name.endsWith('/') ? imported.startsWith(name) : isIn(name, imported),
    ) ?? [];
  const isAllowed = !rooms || rooms.some((room) => isIn(room, file));
  return isAllowed ? undefined : 'is not where the library belongs';
}

/** Whether a file is part of a page, which shares nothing with the service; what builds them runs on Node. */
function isPage(file: string): boolean {
  return isIn('pages', file) && file.split('/').length > 2;
}

/** The name by which other rooms import the compiler, and its file. */
const COMPILER = '#googlesql';
/** Its part that engine processes load. */
const RUNTIME = `${COMPILER}/runtime`;
const FILES_BY_NAME: ReadonlyMap<string, string> = new Map([
  [COMPILER, 'src/googlesql/index.ts'],
  [RUNTIME, 'src/googlesql/runtime.ts'],
]);

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([#@\w./:-]+)['"]/g;

/** Imports and exports of types alone, which Node removes before it runs a module. */
const OF_TYPES = /\b(?:import|export) type \{[^}]*\} from '[^']+';/g;

/** All imports of the files in a folder, of types too unless something else is ignored. */
function importsIn(folder: string, ignored = COMMENT): readonly Import[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return entries
    .filter((name) => /\.(?:ts|tsx|cjs)$/.test(name))
    .flatMap((name) => {
      const file = `${folder}/${name}`;
      const text = readFileSync(join(ROOT, file), 'utf8').replace(COMMENT, '').replace(ignored, '');
      return [...text.matchAll(IMPORT)].map(([, path = '']): Import => {
        return [file, path.startsWith('.') ? normalize(join(dirname(file), path)) : path];
      });
    });
}

const IN_SRC = importsIn('src')
  .map(([file, imported]): Import => [file.slice('src/'.length), imported])
  .filter(([, imported]) => imported !== 'package.json');

test('every import of src points down, and to a library only where it belongs', () => {
  const faults = IN_SRC.flatMap(([file, imported]) => {
    const fault = faultOf([file, imported]);
    return fault === undefined ? [] : [`${file} → ${imported}: ${fault}`];
  });

  expect(IN_SRC.length).toBeGreaterThan(2_000);
  expect(faults).toEqual([]);
});

test.each<Import>([
  ['main.tsx', 'src/errors.ts'],
  ['cache/planted.ts', 'src/planted/planted.ts'],
  ['cache/planted.ts', 'src/redis/planted.ts'],
  ['redis/planted.ts', 'src/engines/engine.ts'],
  ['errors.ts', 'src/main.ts'],
  ['rest/planted.ts', 'src/graphql/route.ts'],
  ['metrics/planted.ts', 'src/tracing/start-tracing.ts'],
  ['engines/duckdb/planted.ts', 'src/engines/bigquery/rows/decode.ts'],
  ['engines/engine.ts', 'src/engines/duckdb/duckdb-engine.ts'],
  ['execution/planted.ts', 'src/engines/duckdb/duckdb-engine.ts'],
  ['execution/planted.ts', 'src/googlesql/types.ts'],
  ['execution/planted.ts', 'src/googlesql/index.ts'],
  ['errors.ts', '#googlesql'],
  ['googlesql/analysis/planted.ts', 'src/errors.ts'],
  ['project/planted.ts', 'src/engines/duckdb/duckdb-engine.ts'],
  ['rest/planted.ts', 'src/config/config.ts'],
  ['catalog/planted.ts', 'src/endpoints/index.ts'],
  ['rest/planted.ts', 'graphql'],
  ['rest/planted.ts', 'graphql-yoga'],
  ['rest/planted.ts', '@pothos/core'],
  ['sources/planted.ts', '@opentelemetry/api'],
  ['engines/bigquery/planted.ts', '@duckdb/node-api'],
  ['pages/graphiql/app.tsx', 'node:fs'],
  ['pages/console/app.tsx', 'src/errors.ts'],
])('%s must not import %s', (file, imported) => {
  expect(faultOf([file, imported])).toBeDefined();
});

test('no files of src and test import each other in a circle', () => {
  const imported = Map.groupBy([...importsIn('src'), ...importsIn('test')], ([file]) => file);
  const done = new Set<string>();
  const circles: string[] = [];
  const fileOf = (name: string) => FILES_BY_NAME.get(name) ?? name;
  const follow = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const [, next] of imported.get(file) ?? []) follow(fileOf(next), [...path, file]);
    done.add(file);
  };
  for (const file of imported.keys()) follow(file, []);

  expect(circles).toEqual([]);
});

test('an engine process loads no more of the compiler than its runtime', () => {
  const imported = Map.groupBy(importsIn('src', OF_TYPES), ([file]) => file);
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, next] of imported.get(file) ?? []) load(FILES_BY_NAME.get(next) ?? next);
  };
  load('src/engines/duckdb/process/child/entry.ts');

  expect(loaded).toContain(FILES_BY_NAME.get(RUNTIME));
  expect(loaded).not.toContain(FILES_BY_NAME.get(COMPILER));
});

test("the architecture's list of rooms has the same rooms in the same order", () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\/$/, '')),
  );

  expect(rows).toEqual(FLOORS);
});

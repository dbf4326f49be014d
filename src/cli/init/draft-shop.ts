import { globSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWN_FOLDER } from '../../files/own-folder.ts';
import type { ProjectDraft } from './draft.ts';

/** The project that this package brings along as an example. */
const SHOP = join(OWN_FOLDER, 'examples/shop');
/** Its parts; the rest explains or makes them. */
const PARTS = '{fieldstone.json,{data,endpoints,functions,tables,views}/**}';

/** Drafts a project over the data of a shop, with its endpoints. */
export function draftShop(): ProjectDraft {
  const names = globSync(PARTS, { cwd: SHOP }).filter((name) =>
    statSync(join(SHOP, name)).isFile(),
  );
  const endpoints = names.filter((name) => dirname(name) === 'endpoints');
  return {
    files: new Map(),
    copies: names.map((name) => ({ from: join(SHOP, name), to: name.replaceAll('\\', '/') })),
    settings: { ENGINE: 'duckdb', DEMO: 'false' },
    source:
      'Its tables are the files of an invented shop in `data`, which `fieldstone.json` names; they are read in place.',
    endpoints: new Map(endpoints.map((file) => [basename(file, '.sql'), { table: file }])),
    omitted: new Map(),
  };
}

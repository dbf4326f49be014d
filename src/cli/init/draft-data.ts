import { extname } from 'node:path';
import type { SchemaField } from '#googlesql';
import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { inferTable } from '../../engines/duckdb/infer-table.ts';
import { messageOf } from '../../errors.ts';
import { CommandError } from '../command-error.ts';
import { type DataInput, readDataInputs } from './data-inputs.ts';
import { type DraftCopy, type DraftTable, draftFiles, type ProjectDraft } from './draft.ts';
import { DRAFT_ROWS, oneLine, printEndpoint } from './endpoint-text.ts';
import type { TargetFolder } from './target-folder.ts';

/**
 * Drafts a project over the files that `--data` names: their fields as inferred from all rows, and an endpoint for each.
 * Rejects with all that is wrong with the files.
 */
export async function draftData(
  values: readonly string[],
  target: TargetFolder,
): Promise<ProjectDraft> {
  const inputs = readDataInputs(values);
  target.refuseOthers(inputs.flatMap(({ files }) => files));
  const inferred = await Promise.allSettled(
    inputs.map(({ folder, glob }) => inferTable(folder, [glob])),
  );
  const faults = inferred.flatMap((one) =>
    one.status === 'rejected' ? messageOf(one.reason) : [],
  );
  if (faults.length > 0) throw new CommandError(1, faults.join('\n'));
  const places = placesOf(inputs, target);
  const tables = inputs.map((input, i) => {
    const one = inferred[i];
    const fields = one?.status === 'fulfilled' ? one.value : [];
    return draftTable(input, fields, places[i]?.glob ?? '');
  });
  return {
    ...draftFiles(tables),
    copies: places.flatMap(({ copies }) => copies),
    settings: { ENGINE: 'duckdb', DEMO: 'false' },
    source:
      'Its tables are the files in `data`, which `fieldstone.json` names; they are read in place.',
  };
}

/** Where the files of a table are in the project. */
interface DataPlace {
  readonly glob: string;
  readonly copies: readonly DraftCopy[];
}

function placesOf(inputs: readonly DataInput[], target: TargetFolder): readonly DataPlace[] {
  const taken = new Set<string>();
  return inputs.map((input) => {
    const { files, folder, glob, table } = input;
    if (files.every((file) => target.contains(file))) {
      const below = escapeWildcards(target.nameOf(folder));
      return { glob: below === '' ? glob : `${below}/${glob}`, copies: [] };
    }
    const [only = '', ...more] = files;
    if (more.length > 0 || escapeWildcards(nameIn(folder, only)) !== glob) {
      const copies = files.map((from) => ({ from, to: `data/${table}/${nameIn(folder, from)}` }));
      return { glob: `data/${table}/${glob}`, copies };
    }
    const own = nameIn(folder, only);
    const name = taken.has(own) ? `${table}${extname(own)}` : own;
    taken.add(name);
    return { glob: `data/${escapeWildcards(name)}`, copies: [{ from: only, to: `data/${name}` }] };
  });
}

function nameIn(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/');
}

function draftTable(
  { table }: DataInput,
  fields: readonly SchemaField[],
  glob: string,
): DraftTable {
  const endpoint =
    fields.length === 0
      ? { reason: 'it has no columns' }
      : {
          sql: printEndpoint({
            description: [oneLine(`Rows of ${glob}, ${DRAFT_ROWS} at most.`)],
            table,
            fields,
            conditions: [],
          }),
        };
  return { name: table, settings: { data: glob }, fields, endpoint };
}

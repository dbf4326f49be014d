import { relative } from 'node:path';
import { formatByteSize } from '../../config/byte-size.ts';
import { alignColumns } from '../query/table.ts';
import { draftBigQuery } from './bigquery/draft-bigquery.ts';
import type { ProjectDraft } from './draft.ts';
import { draftData } from './draft-data.ts';
import { draftShop } from './draft-shop.ts';
import { type MadeProject, makeProject, omissionText, withoutEndpoints } from './make-project.ts';
import { TargetFolder } from './target-folder.ts';

/** What a project is made from; a shop's data without either. */
export interface InitSource {
  readonly data?: readonly string[] | undefined;
  readonly bigquery?: string | undefined;
}

/** Dependencies of the command. */
export interface InitEnvironment {
  readonly variables: NodeJS.ProcessEnv;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints a line to standard error. */
  readonly complain: (line: string) => void;
}

/** Makes a project in a folder. */
export async function init(
  folder: string,
  source: InitSource,
  { complain, print, variables }: InitEnvironment,
): Promise<void> {
  const target = new TargetFolder(folder);
  const draft = await draftOf(source, target, variables);
  if (draft.endpoints.size === 0) throw withoutEndpoints(draft.omitted);
  const made = await makeProject(draft, target, variables);
  for (const line of endpointLines(made)) print(line);
  for (const [table, reason] of made.omitted)
    complain(`No endpoint for ${omissionText(table, reason)}`);
  const path = relative('', target.path);
  const change = path === '' ? '' : `cd ${path} && `;
  print(`\nThe project is made; .env has a key for it. Next: ${change}npx fieldstone dev`);
}

function draftOf(
  { bigquery, data }: InitSource,
  target: TargetFolder,
  variables: NodeJS.ProcessEnv,
): ProjectDraft | Promise<ProjectDraft> {
  if (data) return draftData(data, target);
  target.refuseOthers([]);
  return bigquery === undefined ? draftShop() : draftBigQuery(bigquery, variables);
}

/** The file of each endpoint, what it is over, and the bytes of its dry run. */
function endpointLines({ endpoints }: MadeProject): readonly string[] {
  return alignColumns(
    [...endpoints].map(([name, { bytes, table }]) => [
      `endpoints/${name}.sql`,
      ...(table === `endpoints/${name}.sql` ? [] : [table]),
      ...(bytes === undefined ? [] : [formatByteSize(bytes)]),
    ]),
  );
}

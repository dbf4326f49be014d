import { readFileSync, statSync } from 'node:fs';
import { type Contract, parseContract } from '../../../contract/contract.ts';
import { messageOf } from '../../../errors.ts';
import { PROJECT_FILE } from '../../../project/project-file.ts';
import { UsageError } from '../../command-error.ts';
import { findBase, namedCommit } from './base-commit.ts';
import { findCommit, isInRepository, readAtCommit } from './git.ts';

/** What a project is compared with. */
export interface EarlierContract {
  readonly contract: Contract;
  /** The file or the ref. */
  readonly name: string;
  /** Undefined for a file. */
  readonly commit: string | undefined;
}

/** What to compare with: a REF or a FILE, or the branch to merge into where neither is named. */
export type Against = string | true;

/** The project that is compared, and the environment of the command. */
export interface ComparedFolder {
  readonly folder: string;
  /** The folder of `schema/`, where a commit has no readable `fieldstone.json`. */
  readonly schemaFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Reads the contract to compare with; a text says why there is none. Throws a `UsageError` where it was named. */
export async function readEarlier(
  against: Against,
  { environment, folder, schemaFolder }: ComparedFolder,
): Promise<EarlierContract | string> {
  if (against !== true && isFile(against)) {
    await refuseAmbiguous(folder, against);
    const contract = parseNamed(readFileSync(against, 'utf8'), `"${against}"`);
    return { contract, name: against, commit: undefined };
  }
  const base =
    against === true
      ? await findBase(folder, environment)
      : { commit: await namedCommit(folder, against), name: against };
  if (base.commit === undefined) return base.note;
  const { commit, name } = base;
  const path = `${await schemaFolderAt(folder, commit, schemaFolder)}/contract.json`;
  const text = await readAtCommit(folder, commit, path);
  if (text !== undefined) {
    return { contract: parseNamed(text, `${path} of ${name}`), name, commit };
  }
  const missing = `${name} has no ${path}`;
  if (against !== true) throw new UsageError(`Cannot compare: ${missing}`);
  return `Not compared: ${missing}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function refuseAmbiguous(folder: string, name: string): Promise<void> {
  if (name.startsWith('-') || !(await isInRepository(folder).catch(() => false))) return;
  if ((await findCommit(folder, name)) === undefined) return;
  throw new UsageError(
    `"${name}" is a file, and a REF of git: write "./${name}" or "refs/heads/${name}"`,
  );
}

function parseNamed(text: string, name: string): Contract {
  try {
    return parseContract(text);
  } catch (cause) {
    throw new UsageError(`${name} is no contract of a project: ${messageOf(cause)}`, { cause });
  }
}

/** Where `schema/` was at a commit, without reading more of its `fieldstone.json` than that. */
async function schemaFolderAt(folder: string, commit: string, other: string): Promise<string> {
  const text = await readAtCommit(folder, commit, PROJECT_FILE);
  if (text === undefined) return other;
  try {
    const { folders } = JSON.parse(text) as { readonly folders?: { readonly schema?: unknown } };
    return typeof folders?.schema === 'string' ? folders.schema : 'schema';
  } catch {
    return other;
  }
}

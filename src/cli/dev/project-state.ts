import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../../project/load-project.ts';
import { ownFiles } from '../../project/modules/own-modules.ts';
import { PROJECT_FILE } from '../../project/project-file.ts';
import { tableFiles } from '../../project/tables/tables.ts';

/** Where the files of a project are: absolute paths. */
export interface ProjectPlaces {
  /** Folders whose SQL and JSON files, and modules, belong to the project. */
  readonly folders: readonly string[];
  /** Single files, which need not be there. */
  readonly files: readonly string[];
}

/** Where the files are that a project was read from, or would be if they were there. */
export function projectPlaces({ folder, settings }: Project): ProjectPlaces {
  const { endpoints, functions, tables, views } = settings.folders;
  const demos = Object.values(settings.tables).flatMap(({ demo }) => demo ?? []);
  const schemas = tableFiles(folder, settings).map(([, file]) => file);
  return {
    folders: [endpoints, views, functions, tables].map((name) => join(folder, name)),
    files: [
      ...[PROJECT_FILE, ...schemas, ...demos].map((file) => join(folder, file)),
      ...ownFiles(),
    ],
  };
}

/** The versions of files, by path. */
export type ProjectState = ReadonlyMap<string, string>;

/** The versions of all files of a project as the file system tells them. */
export function projectState({ files, folders }: ProjectPlaces): ProjectState {
  const inFolders = folders.flatMap((folder) => filesIn(folder, true));
  const state = new Map<string, string>();
  for (const path of new Set([...files, ...inFolders])) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats) state.set(path, versionOf(stats));
  }
  return state;
}

/** Whether two states are of the same files. */
export function isSameState(one: ProjectState, other: ProjectState): boolean {
  return (
    one.size === other.size && [...one].every(([path, version]) => other.get(path) === version)
  );
}

/** Whether a file has such a name that it may be one of a project. */
export function isProjectFile(name: string): boolean {
  return !name.startsWith('.') && /\.(?:sql|json|[cm]?[jt]s)$/.test(name);
}

function versionOf({ ctimeNs, ino, mtimeNs, size }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** The files in a folder, and in its folders if `isOuter`; none while it is not there. */
function filesIn(folder: string, isOuter: boolean): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isOuter ? filesIn(path, false) : [];
      return isProjectFile(entry.name) ? [path] : [];
    });
  } catch {
    return [];
  }
}

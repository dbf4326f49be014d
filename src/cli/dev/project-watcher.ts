import { dirname, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isProjectFile, type ProjectPlaces } from './project-state.ts';

/** Tells when files of a project may have changed, however an editor saves them. */
export class ProjectWatcher {
  readonly #onChange: () => void;
  #watcher: FSWatcher | undefined;
  #places = '';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these places from now on, instead of earlier ones. */
  follow(places: ProjectPlaces): void {
    const key = JSON.stringify(places);
    if (key === this.#places) return;
    this.#places = key;
    void this.#watcher?.close();
    const isWatched = filterOf(places);
    // Folders, since a file that is saved by a rename is another one, and one that is not there yet may come.
    this.#watcher = watch(outermost(places.files.map(dirname)), {
      ignored: (path, stats) => !isWatched(path, stats?.isDirectory()),
      ignoreInitial: true,
      atomic: false,
    });
    // What changes before it is ready is seen by whoever looks then.
    this.#watcher.on('all', this.#onChange).on('raw', this.#onChange).on('ready', this.#onChange);
    // A folder that cannot be watched is one whose changes are not seen.
    this.#watcher.on('error', () => {});
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }
}

/** Whether a path is one of the places, or a folder on the way to one. */
function filterOf({ files, folders }: ProjectPlaces) {
  const single = new Set(files);
  const onTheWay = new Set([...files, ...folders].flatMap(foldersAbove));
  return (path: string, isFolder = false): boolean => {
    if (single.has(path) || onTheWay.has(path)) return true;
    const folder = folders.find((one) => path === one || path.startsWith(one + sep));
    if (folder === undefined) return false;
    const depth = path.slice(folder.length).split(sep).length - 1;
    // Whether it is a folder is not known at first.
    return (
      depth <= 2 &&
      (isFolder || isProjectFile(path.slice(path.lastIndexOf(sep) + 1)) || !/\.\w+$/.test(path))
    );
  };
}

function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** The folders that are in no other one. */
function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)];
  return all.filter((one) => !all.some((other) => one !== other && one.startsWith(other + sep)));
}

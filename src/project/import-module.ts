import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.ts';
import { moduleUrl } from './module-url.ts';
import { problemAtLine } from './problems/problem.ts';
import { ProjectError } from './problems/project-error.ts';
import { readProjectText } from './problems/read-json.ts';

/**
 * The default export of a module of a project; undefined if it has none. Rejects with a `ProjectError` at the place where
 * the module failed. `file` is its path below the project's folder.
 *
 * A module stays loaded: another import of the same file gives the same value.
 */
export async function importDefault(folder: string, file: string): Promise<unknown> {
  const path = join(folder, file);
  try {
    const module: { readonly default?: unknown } = await import(moduleUrl(path));
    return module.default;
  } catch (cause) {
    const { column, line } = placeOf(cause, path);
    const message = `Cannot import the module: ${messageOf(cause)}`;
    const problem = problemAtLine(file, readProjectText(folder, file), message, line, column);
    throw new ProjectError([problem], { cause });
  }
}

/** The place in a file that an error names; the beginning if it names none. */
function placeOf(error: unknown, path: string): { readonly line: number; readonly column: number } {
  const stack = String(error instanceof Error ? error.stack : '');
  const name = [pathToFileURL(path).href, path].find((form) => stack.includes(`${form}:`));
  const behind = name === undefined ? '' : stack.slice(stack.indexOf(`${name}:`) + name.length);
  const [, line = '1', column] = /^:(\d+)(?::(\d+))?/.exec(behind) ?? [];
  // Node puts lines of the source and a marker below the place of a syntax error.
  const [marker = '^'] = /^[ \t]*\^/m.exec(behind) ?? [];
  return { line: Number(line), column: Number(column ?? marker.length) };
}

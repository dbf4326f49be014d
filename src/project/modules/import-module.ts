import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { specPath } from '../../endpoint/spec-error.ts';
import { messageOf } from '../../errors.ts';
import { memberOffset } from '../problems/member-place.ts';
import { problemAt, problemAtLine } from '../problems/problem.ts';
import { ProjectError } from '../problems/project-error.ts';
import { readProjectText } from '../problems/read-json.ts';
import { importedFiles, importOwn } from './own-modules.ts';

/**
 * The default export of a module of a project; undefined if it has none. Rejects with a `ProjectError` at the place where
 * the module, or one of the project's own that it imports, failed. `file` is its path below the project's folder.
 */
export async function importDefault(folder: string, file: string): Promise<unknown> {
  const path = join(folder, file);
  try {
    const module: { readonly default?: unknown } = await importOwn(path);
    return module.default;
  } catch (cause) {
    const member = specPath(cause);
    if (member) {
      const text = readProjectText(folder, file);
      const problem = problemAt(file, text, messageOf(cause), memberOffset(text, member));
      throw new ProjectError([problem], { cause });
    }
    const place = placeOf(cause, path);
    const at = relative(folder, place.path).replaceAll(sep, '/');
    const message = `Cannot import the module: ${messageOf(cause)}`;
    const text = readProjectText(folder, at);
    throw new ProjectError([problemAtLine(at, text, message, place.line, place.column)], { cause });
  }
}

/** The first place in a project's file that an error names; the beginning of the imported one if it names none. */
function placeOf(error: unknown, path: string) {
  const stack = String(error instanceof Error ? error.stack : '');
  const named = importedFiles(path)
    .flatMap((file) => [pathToFileURL(file).href, file].map((form) => ({ file, form })))
    .map((one) => ({ ...one, at: stack.search(new RegExp(`${RegExp.escape(one.form)}[?:]`)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  const [first] = named;
  // Its version may follow.
  const behind = first ? stack.slice(first.at + first.form.length).replace(/^\?[^:\s]*/, '') : '';
  const [, line = '1', column] = /^:(\d+)(?::(\d+))?/.exec(behind) ?? [];
  // Node puts lines of the source and a marker below the place of a syntax error.
  const [marker = '^'] = /^[ \t]*\^/m.exec(behind) ?? [];
  return {
    path: first?.file ?? path,
    line: Number(line),
    column: Number(column ?? marker.length),
  };
}

// Finds the folder of the project that a command works on. Plain CommonJS, so that an older Node can run it.
'use strict';

const { existsSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

const PROJECT_FILE = 'fieldstone.json';
const OPTION = /^(?:-C|--directory)$/;
const OPTION_WITH_VALUE = /^(?:-C|--directory=)(.+)$/s;

/**
 * Splits the words of a command line into `-C DIR` or `--directory DIR`, wherever it stands before `--`, and the others.
 * The last of several counts; `directory` is undefined without one, and null where DIR is missing.
 */
exports.splitDirectory = (words) => {
  const rest = [];
  let directory;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === '--') return { directory, rest: [...rest, ...words.slice(i)] };
    const [, value] = OPTION_WITH_VALUE.exec(word) ?? [];
    if (OPTION.test(word)) {
      i += 1;
      directory = words[i] ?? null;
    } else if (value !== undefined) directory = value;
    else rest.push(word);
  }
  return { directory, rest };
};

/**
 * The folder of the project: that of `-C`, else of the variable `FIELDSTONE_PROJECT`, else the nearest one at or above
 * the working folder with a `fieldstone.json`; undefined if there is none. Throws an `Error` for a named folder without
 * that file.
 */
exports.findProject = ({ directory, variable, cwd }) => {
  if (directory === null) throw new Error('-C needs the folder of a project');
  const named = directory ?? (variable || undefined);
  if (named === undefined) return nearestProject(resolve(cwd));
  const folder = resolve(cwd, named);
  if (isProject(folder)) return folder;
  const source = directory === undefined ? 'FIELDSTONE_PROJECT' : '-C';
  throw new Error(`${source} names "${named}", which has no ${PROJECT_FILE}`);
};

function nearestProject(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isProject(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function isProject(folder) {
  return existsSync(join(folder, PROJECT_FILE));
}

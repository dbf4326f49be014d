import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { loadProject } from '../../src/project/load-project.ts';
import type { ProjectProblem } from '../../src/project/problems/problem.ts';
import { ProjectError } from '../../src/project/problems/project-error.ts';
import { projectFolder } from '../support/project-folder.ts';
import {
  BETWEEN_ENDPOINTS,
  IN_DEFINITIONS,
  IN_MODULES,
  IN_PROJECT,
} from './mistakes/file-mistakes.ts';
import { type Files, SOUND } from './mistakes/mistake.ts';
import { IN_COMMENTS, IN_SQL } from './mistakes/sql-mistakes.ts';

const MISTAKES = [
  ...IN_PROJECT,
  ...IN_COMMENTS,
  ...IN_SQL,
  ...IN_MODULES,
  ...IN_DEFINITIONS,
  ...BETWEEN_ENDPOINTS,
];

/** All that is wrong with a project, also what only compiling it shows. */
async function problemsOf(folder: string): Promise<readonly ProjectProblem[]> {
  try {
    createSchema(prepareEndpoints(await loadProject(folder)));
    return [];
  } catch (error) {
    if (error instanceof ProjectError) return error.problems;
    throw error;
  }
}

/** The files without their mark, and its place. */
function placed(files: Files) {
  const [file = '', marked = ''] =
    Object.entries(files).find(([, text]) => text.includes('«')) ?? [];
  const before = marked.slice(0, marked.indexOf('«')).split('\n');
  const sound = Object.entries(files).map(([name, text]) => [name, text.replace('«', '')] as const);
  return {
    files: { ...SOUND, ...Object.fromEntries(sound) },
    place: { file, line: before.length, column: (before.at(-1) ?? '').length + 1 },
  };
}

test('a project without mistakes has no problems', async () => {
  expect(await problemsOf(projectFolder(SOUND))).toEqual([]);
});

test.each(MISTAKES.map((mistake) => ({ name: mistake[0], mistake })))(
  '$name: the place is right, and what is shown mends it',
  async ({ mistake: [, marked, message, mend] }) => {
    const { files, place } = placed(marked);
    const problems = await problemsOf(projectFolder(files));
    const problem = problems.find(({ file, line }) => file === place.file && line === place.line);

    expect(problem, JSON.stringify(problems)).toMatchObject(place);
    expect(problem?.message).toContain(message);

    const [, shown] =
      /\b(?:write|add) "(.+?)"(?= in | to | after | with | \(|$)/.exec(problem?.message ?? '') ??
      [];
    expect(shown === undefined, shown).toBe(mend === undefined);
    if (!mend || shown === undefined) return;
    const mended = mend(files[place.file] ?? '', shown);
    expect(await problemsOf(projectFolder({ ...files, [place.file]: mended }))).toEqual([]);
  },
);

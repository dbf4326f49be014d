import { expect, test } from 'vitest';
import { memberOffset } from '../../../src/project/problems/member-place.ts';

/** The text of a module in which `«` is the place that a path is expected at, without it. */
function placed(written: string): readonly [text: string, offset: number] {
  return [written.replace('«', ''), written.indexOf('«')];
}

test.each([
  ['the export itself', '«export default {};', []],
  ['a member', 'export default { a: 1, «id: 2 };', ['id']],
  ['a quoted member', "export default { 'a.b': { «'c d': 1 } };", ['a.b', 'c d']],
  ['a method', 'export default { derive: { «compute() { return {}; } } };', ['derive', 'compute']],
  ['the nearest one that is there', 'export default { «columns: { b: {} } };', ['columns', 'a']],
  [
    'one of its own record, and not of another before it',
    'export default { parameters: { a: { type: 1 }, b: { «type: 2 } } };',
    ['parameters', 'b', 'type'],
  ],
  [
    'none in comments, texts and other objects',
    `const other = { id: 1 };
    // id: 2
    export default defineEndpoint({ /* id: 3 */ a: 'id: 4', b: \`id: 5\`, c: { id: 6 }, «id: 7 });`,
    ['id'],
  ],
  [
    'one of a declaration that is exported by its name',
    'const spec = defineEndpoint({ «id: 1 }); export default spec;',
    ['id'],
  ],
])('memberOffset finds %s', (_, written, path) => {
  const [text, offset] = placed(written);

  expect(memberOffset(text, path)).toBe(offset);
});

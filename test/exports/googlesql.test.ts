import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeBlocks } from '../docs/markdown.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

test('the page of the compiler prints what it says', async () => {
  const blocks = codeBlocks('docs/googlesql.md');
  const example = blocks.find(({ attributes }) => attributes['title'] === 'compile.ts');
  const printed = blocks.find(({ language }) => language === 'text');
  const file = join(temporaryFolder(), 'compile.ts');
  writeFileSync(file, example?.text ?? '');
  const hooks = new URL('../../src/project/modules/module-url.ts', import.meta.url).href;

  const { stdout } = await run(process.execPath, ['--import', hooks, file]);

  expect(stdout.trim()).toBe(printed?.text.trim());
});

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { spawnGateway } from '../../support/gateway-process.ts';
import { projectFolder } from '../../support/project-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inBrowser, sharedBrowser } from '../page.ts';
import { CLIPBOARD } from './page.ts';

const visit = sharedBrowser();
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** Starts the service for the first time, and waits for the link that it prints. */
async function printedLink(): Promise<string> {
  const folder = temporaryFolder();
  const environment = { DEMO: 'true', LOG_LEVEL: 'silent' };
  const gateway = await spawnGateway({ folder, output: 'pipe', environment });
  onTestFinished(async () => {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
  });
  let text = '';
  for await (const chunk of gateway.child.stdout ?? []) {
    text += String(chunk);
    const [link] = /\bhttp\S+\/#key=fsk_\w+(?=\s)/.exec(text) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error(`The gateway printed no link: ${text}`);
}

inBrowser(
  'a newcomer sees a chart without typing, and has typed code after three clicks',
  async () => {
    const link = await printedLink();
    const { page, problems } = await visit({ permissions: CLIPBOARD });

    await page.goto(link);
    await page.locator('.chart canvas').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('button', { name: 'Copy TypeScript' }).click();
    await page.getByRole('button', { name: 'Copied TypeScript' }).waitFor();
    const code = await page.evaluate<string>('navigator.clipboard.readText()');

    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      noEmit: true,
      lib: ['es2024', 'dom'],
      types: [],
    };
    const folder = projectFolder({
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.mts'] }),
      'rows.mts': code,
    });
    execFileSync(TSC, ['-p', folder]);
    expect(execFileSync(process.execPath, [`${folder}/rows.mts`], { encoding: 'utf8' })).toContain(
      '[',
    );
    expect(problems).toEqual([]);
  },
);

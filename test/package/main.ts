/**
 * `npm run test:package` packs the package, lints it, installs the tarball in empty folders on Node 20 and 24, and uses it
 * there, as somebody with only Node and npm does. Prints a line for each check; the exit code is 1 if one fails. Without
 * the registry, or a Node, its checks are reported as skipped.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, install, measure } from './installation.ts';
import { checkFiles, hasRegistry, lint, lintTypes, pack } from './tarball.ts';
import { findNode } from './tools.ts';
import {
  checkTypes,
  checkVersion,
  importLog,
  refuseOldNode,
  serveOtherUser,
  serveOwnProject,
  serveProject,
  serveShop,
} from './uses.ts';
import { goWay, isPortFree, type WayName } from './way.ts';

/** Releases of Node that the command is promised to work on, beside the one that runs this. */
const OLD_NODES = ['20.20.2', '22.23.3'];

const print = (line: string) => process.stdout.write(`${line}\n`);

async function check(name: string, run: () => Promise<string>): Promise<void> {
  const begin = performance.now();
  const seconds = () => `(${((performance.now() - begin) / 1_000).toFixed(0)} s)`;
  try {
    print(`ok   package: ${name}: ${await run()} ${seconds()}`);
  } catch (error) {
    print(`FAIL package: ${name}: ${error instanceof Error ? error.message : error} ${seconds()}`);
    process.exitCode = 1;
  }
}

const skip = (name: string, why: string) => print(`skip package: ${name}: ${why}`);

/** Installs on the Node that runs this; undefined if that fails. */
async function installCurrent(tarball: string): Promise<Installation | undefined> {
  const name = process.versions.node;
  const folder = join(work, 'app');
  mkdirSync(folder);
  let installed: Installation | undefined;
  await check(`installs on Node ${name}`, async () => {
    installed = await install(tarball, process.execPath, folder);
    return /^added .*$/m.exec(installed.printed)?.[0] ?? '';
  });
  return installed;
}

async function checkInstalled(tarball: string): Promise<void> {
  const app = await installCurrent(tarball);
  if (!app) return;
  await check('size', () => measure(app));
  await check('npx fieldstone --version', () => checkVersion(app));
  await check('types', () => checkTypes(app));
  await check(`start on Node ${process.versions.node}`, () => serveOwnProject(app));
  await check('a project without node_modules', () => serveProject(app));
  await check('the shop', () => serveShop(app));
  await check('import', () => importLog(app));
  await check('read-only, by another user', () => serveOtherUser(app));
  for (const version of OLD_NODES) await checkOldNode(version, app, tarball);
}

/** The package on a Node that is too old for it; the way over files installs it there too. */
async function checkOldNode(version: string, app: Installation, tarball: string): Promise<void> {
  const node = await findNode(version, work);
  if (!node) {
    skip(`start on Node ${version}`, 'there is no such Node');
    return;
  }
  await check(`Node ${version} alone`, () => refuseOldNode(tarball, node, work));
  await check(`start on Node ${version}`, () => serveOwnProject({ ...app, node }));
}

/** The ways of README, the one over files on the oldest Node that there is. */
async function checkWays(tarball: string): Promise<void> {
  const [oldest = ''] = OLD_NODES;
  await checkWay('files', (await findNode(oldest, work)) ?? process.execPath, tarball);
  await checkWay('bigquery', process.execPath, tarball);
}

async function checkWay(way: WayName, node: string, tarball: string): Promise<void> {
  const name = `from README's first command to an answer, ${way}`;
  if (!(await isPortFree())) {
    skip(name, 'the port of README is in use');
    return;
  }
  const folder = join(work, `way-${way}`);
  mkdirSync(folder);
  await check(name, () => goWay(way, { node, tarball, folder }));
}

const work = mkdtempSync(join(tmpdir(), 'fieldstone-package-'));
// Another user comes in.
chmodSync(work, 0o755);
try {
  let tarball = '';
  await check('npm pack', async () => {
    tarball = await pack(work);
    return checkFiles(tarball, work);
  });
  if (tarball === '') process.exitCode = 1;
  else if (!(await hasRegistry(work))) skip('all but its files', 'there is no registry');
  else {
    await check('publint', () => lint(tarball, work));
    await check('are the types wrong', () => lintTypes(tarball, work));
    await checkInstalled(tarball);
    await checkWays(tarball);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { codeBlocks } from '../docs/markdown.ts';
import { environmentOf, ROOT, runWith } from './tools.ts';
import { openWarehouse } from './warehouse.ts';

/** A way in README from an empty folder to an answer, by the attribute of its commands. */
export type WayName = 'files' | 'bigquery';

/** Where a way begins. */
export interface WayOptions {
  readonly node: string;
  readonly tarball: string;
  /** A new folder, which stands for the one that the clone is in. */
  readonly folder: string;
}

const PACK = 'npm pack --pack-destination ..';
const INSTALL = /^npm i /;
const CHANGE_FOLDER = / cd (\S+)$/;
const START_MS = 120_000;
/** The port that README's client has. */
const PORT = 4_000;
/** What sold most of the shop's data. */
const ANSWER = 'Watering can 57\nHose 55\nLetter tray 53\n';

/** Whether a service can listen on the port that README's client has. */
export async function isPortFree(): Promise<boolean> {
  const server = createServer().listen(PORT, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree;
}

/** Goes a way as README has it, command by command, with the tarball that has been packed. */
export async function goWay(name: WayName, options: WayOptions): Promise<string> {
  const way = new Way(options);
  if (name === 'files') return way.go(name, {});
  const server = await openWarehouse(join(options.folder, 'warehouse'));
  try {
    return await way.go(name, { BIGQUERY_API_ENDPOINT: server.url });
  } finally {
    await server.close();
  }
}

/** The commands of one way, and how long they took. */
class Way {
  readonly #options: WayOptions;
  /** The working folder, at first that of the clone. */
  #cwd: string;
  #ms = 0;

  constructor(options: WayOptions) {
    const { folder, tarball } = options;
    this.#options = options;
    this.#cwd = join(folder, 'fieldstone');
    mkdirSync(this.#cwd);
    symlinkSync(join(ROOT, 'examples'), join(this.#cwd, 'examples'));
    copyFileSync(tarball, join(folder, basename(tarball)));
  }

  async go(name: WayName, environment: Readonly<Record<string, string>>): Promise<string> {
    const [pack, ...commands] = commandsOf(name);
    const dev = commands.pop();
    if (pack !== PACK || dev !== 'npx fieldstone dev') {
      throw new Error(`README begins with ${pack} and ends with ${dev}`);
    }
    for (const command of commands) await this.#run(command, environment);
    const service = await this.#timed(() => startDev(dev, this.#options.node, this.#cwd));
    try {
      return await this.#useClient();
    } finally {
      await stop(service);
    }
  }

  /** The client of README, in another terminal. */
  async #useClient(): Promise<string> {
    for (const { attributes, text } of codeBlocks('README.md')) {
      if (attributes['title'] === undefined) continue;
      const file = join(this.#cwd, attributes['title']);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const commands = commandsOf('client');
    let printed = '';
    for (const command of commands) printed = await this.#run(command);
    if (printed !== ANSWER) throw new Error(`The answer is ${printed}`);
    const seconds = (this.#ms / 1_000).toFixed(1);
    await this.#refuseWrongType(commands.find((command) => command.includes('tsc ')) ?? '');
    return `an answer with types, ${seconds} s without the installs`;
  }

  /** The types are those of the endpoint: the compiler refuses a column that it does not have. */
  async #refuseWrongType(compile: string): Promise<void> {
    const file = join(this.#cwd, 'src/main.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('title, pieces', 'title, price'));
    const said = await this.#run(compile).catch(String);
    if (!said.includes("Property 'price' does not exist")) throw new Error(`tsc says ${said}`);
  }

  async #run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const { node } = this.#options;
    const run = () => runWith(node, ['sh', '-c', command], this.#cwd, environment);
    const printed = await (INSTALL.test(command) ? run() : this.#timed(run));
    const [, folder] = CHANGE_FOLDER.exec(command) ?? [];
    if (folder) this.#cwd = join(this.#cwd, folder);
    return printed;
  }

  async #timed<Result>(run: () => Promise<Result>): Promise<Result> {
    const begin = performance.now();
    const result = await run();
    this.#ms += performance.now() - begin;
    return result;
  }
}

/** The lines of a block of commands. */
function commandsOf(way: WayName | 'client'): string[] {
  const block = codeBlocks('README.md').find(({ attributes }) => attributes['way'] === way);
  if (!block) throw new Error(`README has no commands of the way "${way}"`);
  return block.text.split('\n').filter((line) => line !== '');
}

/** Starts `dev` as a group of processes, and waits for the line that says that it serves. */
async function startDev(command: string, node: string, cwd: string): Promise<ChildProcess> {
  const service = spawn('sh', ['-c', command], { cwd, env: environmentOf(node), detached: true });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  for (const begin = performance.now(); performance.now() - begin < START_MS; ) {
    if (/^READY .* errors=0$/m.test(output)) return service;
    if (service.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await stop(service);
  throw new Error(`It does not start: ${output}`);
}

/** Ends all processes of the group, and waits until the last has closed its output. */
async function stop(service: ChildProcess): Promise<void> {
  if (service.pid === undefined || service.stdout?.closed) return;
  const closed = once(service, 'close');
  process.kill(-service.pid, 'SIGTERM');
  await closed;
}

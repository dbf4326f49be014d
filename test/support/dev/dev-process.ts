import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeKeys } from '../key-file.ts';

const BIN = fileURLToPath(new URL('../../../src/bin.cjs', import.meta.url));

/** How long a line is waited for. */
const LINE_MS = 60_000;

/** `fieldstone dev` or `fieldstone start` in a project's folder, in a process of its own. */
export class DevProcess {
  readonly url: string;
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #output: Output;

  private constructor(child: ChildProcess, output: Output, url: string, key: string) {
    this.#child = child;
    this.#output = output;
    this.url = url;
    this.key = key;
  }

  /** Resolves once the process says that it is ready. */
  static async start(
    folder: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<DevProcess> {
    const dataDir = join(folder, '.data');
    const [key = ''] = await writeKeys(join(dataDir, 'keys.json'), 1);
    const child = spawn(process.execPath, [BIN, 'dev', '-C', folder], {
      env: {
        DATA_DIR: dataDir,
        DEMO: 'false',
        PORT: '0',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = new Output(child);
    try {
      const line = await output.next(/^READY /);
      return new DevProcess(child, output, /url=(\S+)/.exec(line)?.[1] ?? '', key);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** The next line that matches and that was not waited for before. */
  line(pattern: RegExp): Promise<string> {
    return this.#output.next(pattern);
  }

  /** All lines so far. */
  get lines(): readonly string[] {
    return this.#output.lines;
  }

  /** What it has written to standard error. */
  get complaints(): string {
    return this.#output.complaints;
  }

  /** Resident memory, in bytes; 0 where the system does not tell. */
  residentMemory(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
    } catch {
      return 0;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGINT');
    await ended;
  }
}

/** The lines of a process, which may be waited for. */
class Output {
  readonly lines: string[] = [];
  complaints = '';
  #read = 0;
  #rest = '';
  #isOver = false;
  #wake: () => void = () => {};

  constructor(child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.lines.push(...lines);
      this.#wake();
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text;
    });
    child.once('close', () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  async next(pattern: RegExp): Promise<string> {
    const deadline = performance.now() + LINE_MS;
    for (;;) {
      while (this.#read < this.lines.length) {
        const line = this.lines[this.#read] ?? '';
        this.#read += 1;
        if (pattern.test(line)) return line;
      }
      const left = deadline - performance.now();
      if (this.#isOver || left <= 0) {
        throw new Error(`No line ${pattern} came: ${this.lines.join('\n')}\n${this.complaints}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

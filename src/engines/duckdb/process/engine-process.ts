import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from '#googlesql';
import { FieldstoneError, messageOf } from '../../../errors.ts';
import { ENGINE } from '../../../node-flags.cjs';
import { lowerPriority } from './lower-priority.ts';
import type {
  FileAnswer,
  FileQuestion,
  FromProcess,
  ProcessSettings,
  ProcessStatement,
  StatementEnd,
  ToProcess,
} from './messages.ts';
import { type EndReason, type Fault, ProcessEnded, StatementFailed } from './process-ended.ts';
import { RowCollector } from './row-parts.ts';
import { makeSpillFolder, removeSpillFolder } from './spill-folders.ts';

const ENTRY = fileURLToPath(new URL('./child/entry.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../../../preload.cjs', import.meta.url));

/**
 * DuckDB's allocator (jemalloc) keeps freed pages for ten seconds by default, which the watch of resident memory cannot
 * tell from pages in use. At once would cost twice the time.
 */
const ALLOCATOR = { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:2000' };

/** How long a statement may continue after its interrupt. */
const STOP_WITHIN_MS = 2_000;

/** Reasons for which no statement is at fault. */
const NOT_BY_STATEMENT: ReadonlySet<EndReason> = new Set(['closed', 'killed']);

/** Length of the standard error kept for messages, in UTF-16 units. */
const MAX_STDERR = 2_000;

/** Limits of an engine process; see `ProcessSettings`. */
export interface EngineProcessOptions extends Omit<ProcessSettings, 'spillFolder'> {
  /** The folder in which it has a folder of its own for what DuckDB spills. */
  readonly dataDir: string;
  /** Resident memory, in bytes, beyond which the process is killed. */
  readonly maxResident: number;
  /** Called when a statement begins. */
  readonly onBusy: () => void;
}

/** The rows of a statement. */
export interface StatementRows {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
}

/** A statement in progress. */
interface Pending {
  readonly collector: RowCollector;
  readonly resolve: (rows: StatementRows) => void;
  readonly reject: (error: Error) => void;
}

/** An engine process, seen from the gateway. */
export class EngineProcess {
  /** Resolves when the process can run statements; rejects if it never will. */
  readonly opened: Promise<void>;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<ProcessEnded>;
  readonly #options: EngineProcessOptions;
  readonly #child: ChildProcess;
  readonly #spillFolder: string | undefined;
  readonly #pending = new Map<number, Pending>();
  readonly #questions = new Map<number, PromiseWithResolvers<FileAnswer>>();
  /** The answers of statements that were interrupted and have not ended. */
  readonly #interrupted = new Set<Promise<StatementRows>>();
  readonly #opening = Promise.withResolvers<void>();
  readonly #ending = Promise.withResolvers<ProcessEnded>();
  #stderr = '';
  #nextId = 1;
  #resident = 0;
  #idleSince = performance.now();
  /** Set once the process accepts no more statements, with the reason. */
  #endError: ProcessEnded | undefined;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    this.opened = this.#opening.promise;
    this.ended = this.#ending.promise;
    // Users of the process await it; a process that nobody waits for must not be an unhandled rejection.
    this.opened.catch(() => {});
    this.#child = fork(ENTRY, [], {
      // biome-ignore lint/style/noProcessEnv: not a setting: a child gets what this process was given
      env: { ...process.env, ...ALLOCATOR },
      serialization: 'advanced',
      execArgv: ['--require', PRELOAD, ...ENGINE],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (message: FromProcess) => this.#receive(message));
    this.#child.on('error', (error) => this.#end('crash', error.message));
    this.#child.on('exit', (code, signal) => this.#exit(code, signal));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    const { pid } = this.#child;
    lowerPriority(pid);
    this.#spillFolder = pid === undefined ? undefined : makeSpillFolder(options.dataDir, pid);
    const { folders, memory, threads } = options;
    const settings = { folders, memory, threads, spillFolder: this.#spillFolder };
    this.#post({ kind: 'open', settings });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it accepts no more statements. */
  get isOver(): boolean {
    return this.#endError !== undefined;
  }

  /** Number of statements in progress. */
  get load(): number {
    return this.#pending.size;
  }

  /** Milliseconds since a statement last ran; 0 while one does. */
  get idleMs(): number {
    return this.#pending.size > 0 ? 0 : performance.now() - this.#idleSince;
  }

  /** Resident memory at the last measurement, in bytes. */
  get resident(): number {
    return this.#resident;
  }

  /** Runs a statement, interrupted when `stop` is aborted; settles only when it has really ended. */
  async run(statement: ProcessStatement, stop: AbortSignal): Promise<StatementRows> {
    const id = this.#takeId();
    const answer = this.#send({ kind: 'run', id, statement });
    let kill: NodeJS.Timeout | undefined;
    const cancel = () => {
      this.#post({ kind: 'cancel', id });
      this.#interrupted.add(answer);
      kill = setTimeout(() => this.#end('unstoppable', '', id), STOP_WITHIN_MS);
    };
    stop.addEventListener('abort', cancel, { once: true });
    if (stop.aborted) cancel();
    try {
      return await answer;
    } finally {
      stop.removeEventListener('abort', cancel);
      this.#interrupted.delete(answer);
      clearTimeout(kill);
    }
  }

  /** Resolves when every interrupted statement has ended, or the process has. */
  async interruptedEnded(): Promise<void> {
    while (this.#interrupted.size > 0) await Promise.allSettled(this.#interrupted);
  }

  /** Resolves when DuckDB answers in this process. */
  async check(): Promise<void> {
    const id = this.#takeId();
    await this.#send({ kind: 'check', id });
  }

  /** Asks about files; rejects with the error of one that cannot be read. */
  ask(question: FileQuestion): Promise<FileAnswer> {
    if (this.#endError) return Promise.reject(this.#endError);
    const id = this.#takeId();
    const answer = Promise.withResolvers<FileAnswer>();
    this.#questions.set(id, answer);
    this.#post({ ...question, id });
    return answer.promise;
  }

  /** Records the process' resident memory, and kills it beyond the limit. */
  noteResident(bytes: number): void {
    this.#resident = bytes;
    if (bytes > this.#options.maxResident) this.endForMemory();
  }

  /** Ends it for the memory that its statements take. */
  endForMemory(): void {
    this.#end('memory', `${Math.round(this.#resident / 1e6)} MB`);
  }

  /** Kills the process, whatever is running. */
  close(detail = ''): void {
    this.#end('closed', detail);
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Sends a message that begins a statement; settles when it has ended. */
  #send(message: Extract<ToProcess, { kind: 'run' | 'check' }>): Promise<StatementRows> {
    const { promise, resolve, reject } = Promise.withResolvers<StatementRows>();
    if (this.#endError) {
      reject(this.#endError);
      return promise;
    }
    this.#pending.set(message.id, { collector: new RowCollector(), resolve, reject });
    this.#post(message);
    this.#options.onBusy();
    return promise;
  }

  #receive(message: FromProcess): void {
    switch (message.kind) {
      case 'open':
        this.#opening.resolve();
        break;
      case 'failed':
        this.#end('crash', message.detail);
        break;
      case 'memory':
        this.noteResident(message.bytes);
        break;
      default:
        this.#receiveAnswer(message);
    }
  }

  #receiveAnswer(message: Extract<FromProcess, { id: number }>): void {
    const question = this.#questions.get(message.id);
    this.#questions.delete(message.id);
    if (message.kind === 'answer') {
      question?.resolve(message.value);
      return;
    }
    if (message.kind === 'error') question?.reject(new StatementFailed(message.detail));
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.kind === 'rows') {
      pending.collector.add(message.part);
      this.#post({ kind: 'read', id: message.id });
      return;
    }
    this.#pending.delete(message.id);
    this.#idleSince = performance.now();
    if (message.kind === 'end') {
      this.#finish(pending, message);
      return;
    }
    const { code, message: text, detail } = message;
    pending.reject(code ? new FieldstoneError(code, text) : new StatementFailed(detail));
  }

  #finish({ collector, reject, resolve }: Pending, { rows, truncated }: StatementEnd): void {
    try {
      resolve({ rows: collector.end(rows), truncated });
    } catch (error) {
      reject(new StatementFailed(messageOf(error)));
    }
  }

  #post(message: ToProcess): void {
    // The send may fail if the process has just ended; its exit event handles that.
    if (this.#child.connected) this.#child.send(message, undefined, {}, () => {});
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    // The kernel sends SIGKILL when out of memory; if the process is small, it came from outside and no statement is
    // at fault.
    const isLarge = this.#resident > this.#options.maxResident / 2;
    if (signal !== 'SIGKILL') this.#end('crash', `${signal ?? code} ${this.#stderr}`);
    else if (isLarge) this.#end('memory', 'by the kernel');
    else this.#end('killed', '');
    removeSpillFolder(this.#spillFolder);
    this.#ending.resolve(this.#endError ?? new ProcessEnded('closed', 'none', ''));
  }

  /** Kills the process; each of its statements fails with its part in the end. */
  #end(reason: EndReason, detail: string, idAtFault?: number): void {
    if (this.#endError) return;
    this.#endError = new ProcessEnded(reason, 'none', detail);
    this.#child.kill('SIGKILL');
    if (this.#child.pid === undefined) this.#ending.resolve(this.#endError);
    const all = [...this.#pending];
    this.#pending.clear();
    for (const { reject } of this.#questions.values()) reject(this.#endError);
    this.#questions.clear();
    const together: Fault = all.length > 1 ? 'unknown' : 'own';
    for (const [id, { reject }] of all) {
      const isByNobody = NOT_BY_STATEMENT.has(reason);
      const fault = isByNobody ? 'none' : id === idAtFault ? 'own' : together;
      reject(new ProcessEnded(reason, fault, detail));
    }
    this.#opening.reject(this.#endError);
  }
}

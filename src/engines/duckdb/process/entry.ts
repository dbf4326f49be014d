/**
 * The entry of an engine process: it runs the statements that the gateway sends, and ends with the gateway.
 *
 * It loads DuckDB, which the gateway never does: what a statement does to this process, it does to no other.
 */
import { rmSync, writeFileSync } from 'node:fs';
import type { FromProcess, ProcessSettings, ToProcess } from './messages.ts';
import { StatementExecutor } from './statement-executor.ts';
import { messageOf, StatementServer } from './statement-server.ts';

/** Of 1000: before the gateway, and before most others, the kernel ends this process when memory runs out. */
const OOM_SCORE = '800';

function preferByKernel(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch {
    // Not Linux, or not allowed: the gateway's own watch remains.
  }
}

function send(message: FromProcess): void {
  // The gateway may be gone; the end of the channel is seen by itself.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

/** DuckDB's threads may be at work, which an orderly end would wait for. */
function end(spillFolder: string | undefined): void {
  try {
    if (spillFolder) rmSync(spillFolder, { recursive: true, force: true });
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

async function open(settings: ProcessSettings): Promise<StatementServer | undefined> {
  try {
    const executor = await StatementExecutor.open(settings);
    send({ kind: 'open' });
    return new StatementServer(executor, send);
  } catch (error) {
    send({ kind: 'failed', detail: messageOf(error) });
    return undefined;
  }
}

preferByKernel();
process.title = 'fieldstone engine';
// Signals to the whole group, as Ctrl-C sends them, are the gateway's to act on: it lets running requests finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let server: Promise<StatementServer | undefined> = Promise.resolve(undefined);
let spillFolder: string | undefined;
process.on('message', (message: ToProcess) => {
  if (message.kind !== 'open') {
    void server.then((opened) => opened?.receive(message));
    return;
  }
  spillFolder = message.settings.spillFolder;
  server = open(message.settings);
});
process.on('disconnect', () => end(spillFolder));

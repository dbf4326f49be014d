/**
 * Entry point of an engine process: it runs the statements that the gateway sends, and exits with the gateway.
 *
 * Only engine processes load DuckDB, so that a crash in native code affects no other process.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { messageOf } from '../../../../errors.ts';
import type { FromProcess, ProcessSettings, ToProcess } from '../messages.ts';
import { StatementExecutor } from './statement-executor.ts';
import { StatementServer } from './statement-server.ts';

/** OOM score adjustment (at most 1000), so that the kernel kills this process before the gateway. */
const OOM_SCORE = '800';

function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch {
    // Not Linux, or not permitted: the gateway still checks the memory itself.
  }
}

function send(message: FromProcess): void {
  // The gateway may be gone; `disconnect` handles that.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

/** SIGKILL, because an orderly exit would wait for DuckDB's threads. */
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
    // The process ends by SIGKILL, before which Node writes nothing.
    flushCompileCache();
    return new StatementServer(executor, send);
  } catch (error) {
    send({ kind: 'failed', detail: messageOf(error) });
    return undefined;
  }
}

raiseOomScore();
process.title = 'fieldstone engine';
// Signals to the process group, such as Ctrl-C, are handled by the gateway, which lets running requests finish.
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

import { messageOf } from '../../../errors.ts';
import type { WriterAnswer } from './writer-process.ts';

/** After the gateway has gone, only the current file is finished, within this time. */
const FINISH_WITHIN_MS = 800;

/** Makes this process a writer's: it carries out the order that its parent sends, and answers. */
export function serveOrder<Order>(title: string, work: (order: Order) => Promise<void>): void {
  process.title = title;
  // Signals to the whole process group (Ctrl-C) are handled by the gateway.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => setTimeout(killSelf, FINISH_WITHIN_MS));
  process.on('message', (order: Order) => {
    void answerTo(() => work(order)).then((answer) =>
      process.connected ? process.send?.(answer) : killSelf(),
    );
  });
}

async function answerTo(work: () => Promise<void>): Promise<WriterAnswer> {
  try {
    await work();
    return { error: undefined };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LISTEN = `require('node:net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 },
  function () { process.stdout.write(this.address().port + '\\n'); })`;

/** More than the queue of a listener that was asked for one place holds. */
const FILLERS = 8;

/** A port on which connections are never established: the queue of its stopped process is full. */
export async function openDeafServer(): Promise<{ readonly port: number; close(): void }> {
  const child = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const port = Number(String(line));
  child.kill('SIGSTOP');
  const fillers: Socket[] = [];
  for (let i = 0; i < FILLERS; i += 1) {
    const filler = connect(port, '127.0.0.1');
    filler.on('error', () => {});
    fillers.push(filler);
  }
  await sleep(200);
  return {
    port,
    close: () => {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
    },
  };
}

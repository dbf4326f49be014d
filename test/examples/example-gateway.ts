import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The address that every entry holds, for redaction to find. */
export const ADDRESS = 'ana@example.com';

/** A gateway that listens, with four entries of `demo` that differ in the last digit of a microsecond. */
export async function exampleGateway() {
  const entries = [1, 2, 3, 4].map((digit) =>
    edgeRow({
      at: `2026-07-01T11:00:00.12345${digit}Z`,
      id: `entry-${digit}`,
      message: `entry ${digit} of ${ADDRESS}`,
    }),
  );
  const { app, key } = await gateway({ rows: { 'cloudflare.logs.prod': entries } });
  const url = `http://127.0.0.1:${await listen(app)}`;
  return { url, key };
}

/** Runs a program of `examples` against a gateway; returns what it printed, line by line. */
export async function runExample(
  [program = '', ...words]: readonly string[],
  { url, key }: { readonly url: string; readonly key: string },
): Promise<readonly string[]> {
  // biome-ignore lint/style/noProcessEnv: programs are found by PATH.
  const env = { ...process.env, FIELDSTONE_URL: url, FIELDSTONE_KEY: key };
  const { stdout } = await run(program, words, { cwd: ROOT, env });
  return stdout.trimEnd().split(/\r?\n/);
}

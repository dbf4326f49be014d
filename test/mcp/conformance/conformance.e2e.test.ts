import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../examples/shop/open-shop.ts';
import { cachedInstall } from '../../support/cached-install.ts';
import { listen } from '../../support/http-server.ts';
import { fixturesServer } from './fixtures.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TIME_LIMIT = 300_000;

/** The suite's versions, what each is to run, and the scenarios that must not fail. */
const SUITES = [
  {
    version: '0.1.16',
    words: ['--suite', 'all'],
    baseline: 'expected-failures.yml',
    passed: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  },
  {
    version: '0.2.0-alpha.12',
    words: ['--requirements', '2026-07-28'],
    baseline: 'expected-failures-2026-07-28.yml',
    passed: [
      'server-stateless',
      'tools-list',
      'http-header-validation',
      'dns-rebinding-protection',
    ],
  },
].map((suite) => ({
  ...suite,
  program: cachedInstall('@modelcontextprotocol/conformance', suite.version, 'dist/index.js'),
}));

for (const { baseline, passed, program, version, words } of SUITES) {
  test.skipIf(program === undefined)(
    `the conformance suite ${version} finds nothing that is not expected`,
    async () => {
      const shop = await openShop({
        tools: { otherServer: fixturesServer, address: { isLoopback: true } },
      });
      const url = await openRelay(await listen(shop.app), shop.key);
      const expected = fileURLToPath(new URL(baseline, import.meta.url));
      const all = [
        program ?? '',
        'server',
        '--url',
        url,
        ...words,
        '--expected-failures',
        expected,
      ];

      const { code = 0, stdout } = await run(process.execPath, all, { cwd: ROOT }).catch(
        (error) => error,
      );

      const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
      expect(code, summary).toBe(0);
      for (const scenario of passed) expect(summary).toMatch(new RegExp(`✓ ${scenario}: [1-9]`));
    },
    TIME_LIMIT,
  );
}

/** Passes requests on with a key, which the suite cannot send. */
async function openRelay(port: number, key: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { headers, method, url: path } = incoming;
    const own = { ...headers, 'x-api-key': key };
    const onward = request({ port, path, method, headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

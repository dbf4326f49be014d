import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: what begins last must not be one of them. */
const LONG = [
  'cli/mcp/command.e2e',
  'docs/commands.e2e',
  'docs/recipes.e2e',
  'execution/attacks/exhaustion.e2e',
  'main.e2e',
  'cli/fieldstone.e2e',
  'pages/console/code.e2e',
  'pages/console/accessibility.e2e',
  'pages/graphiql/page.e2e',
  'engines/duckdb/process/engine-processes.e2e',
  'engines/bigquery/first-day.e2e',
  'server/lifecycle/stop-on-signal.e2e',
  'tracing/process.e2e',
  'gateway-process.e2e',
  'identity.e2e',
  'engines/bigquery/leaves/rows',
  'examples/shop/pins',
  'mcp/keys/key-matrix',
  'sources/batching/by-id',
  'engines/bigquery/newest-first/property',
  'project/tables/data',
  'import/formats',
  'googlesql/golden',
  'examples/shop/shape',
  'catalog/barrier/security-barrier',
  'engines/bigquery/faults',
  'googlesql/functions/datetime/format/parse-time',
  'cli/check/against/earlier-contract',
  'engines/bigquery/names',
  'engines/duckdb/duckdb-engine',
  'engines/bigquery/newest-first/steps',
  'googlesql/folding/folding',
  'graphql/view-pages',
  'googlesql/functions/datetime/time',
  'rest/naughty',
  'graphql/naughty',
  'engines/bigquery/bigquery-engine',
  'execution/attacks/tenants',
].map((name) => `/test/${name}.test.ts`);

/** Without times of an earlier run, Vitest goes by the size of the files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((end) => moduleId.endsWith(end));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// biome-ignore lint/style/noProcessEnv: workers, and processes that tests start, share compiled code as in production (src/preload.cjs).
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  'node_modules/.cache/node-compile-cache',
);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Tests run on Node's own loader, as production does: with Vite's, graphql would exist twice.
    experimental: { viteModuleRunner: false },
    // A project of the type tests alone: `npm run check` compiles the rest, which takes six seconds.
    typecheck: {
      enabled: true,
      tsconfig: 'test/client/tsconfig.json',
      include: ['test/**/*.test-d.ts'],
      ignoreSourceErrors: true,
    },
    // Files share a worker's modules and engine processes: loading them again took a third of the time.
    isolate: false,
    // A larger young generation: a third less garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // More workers than cores: some tests wait for deadlines, restarts and timers.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // On a machine with other work, what takes a second may take thirty.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: { provider: 'v8', include: ['src/**'] },
  },
});

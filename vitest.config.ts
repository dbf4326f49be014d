import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: what begins last must not be one of them. */
const LONG = [
  'main',
  'catalog/barrier/security-barrier',
  'execution/attacks/exhaustion',
  'engines/duckdb/process/engine-processes',
  'graphiql/page',
  'cli/fieldstone',
  'engines/bigquery/first-day',
  'shutdown',
  'demo/demo-data',
  'engines/duckdb/duckdb-engine',
  'docs/recipes',
  'gateway-process',
  'identity',
  'rest/openapi-requests/openapi-requests',
  'rest/naughty',
  'engines/bigquery/faults',
  'graphql/naughty',
  'engines/bigquery/bigquery-engine',
  'googlesql/golden',
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

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Tests run on Node's own loader, as production does: with Vite's, graphql would exist twice.
    experimental: { viteModuleRunner: false },
    // `npm run check` reports errors of the sources; here only the type tests count.
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], ignoreSourceErrors: true },
    // Files share a worker's modules and engine processes: loading them again took a third of the time.
    isolate: false,
    // More workers than cores: some tests wait for deadlines, restarts and timers.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'] },
  },
});

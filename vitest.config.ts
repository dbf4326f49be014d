import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'] },
  },
});

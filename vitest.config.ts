import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    // Tests run on Node's own loader, as production does: with Vite's, graphql would exist twice.
    experimental: { viteModuleRunner: false },
    // `npm run check` reports errors of the sources; here only the type tests count.
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], ignoreSourceErrors: true },
    // Without a word vitest leaves one core to itself: half the machine where there are two.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'] },
  },
});

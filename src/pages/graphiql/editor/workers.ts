/** Starts Monaco's workers from the page's own files. */
export function provideWorkers(): void {
  self.MonacoEnvironment = {
    getWorker: (_, label) =>
      label === 'graphql'
        ? new Worker(new URL('./graphql-worker.ts', import.meta.url), { type: 'module' })
        : new Worker(new URL('./editor-worker.ts', import.meta.url), { type: 'module' }),
  };
}

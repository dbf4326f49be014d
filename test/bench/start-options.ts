import manifest from '../../package.json' with { type: 'json' };

/** The options of V8 that `npm start` gives the service; a bench of the whole service runs with them too. */
export const START_OPTIONS: readonly string[] = manifest.scripts.start.match(/--\S+/g) ?? [];

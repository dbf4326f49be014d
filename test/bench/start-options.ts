import { SERVICE } from '../../src/node-flags.cjs';

/** The options of V8 that `npm start` gives the service; a bench of the whole service runs with them too. */
export const START_OPTIONS: readonly string[] = SERVICE;

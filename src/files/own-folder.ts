import { fileURLToPath } from 'node:url';

/** The folder of this package, and of the project that it brings along. */
export const OWN_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

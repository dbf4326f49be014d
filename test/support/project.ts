import { OWN_FOLDER } from '../../src/files/own-folder.ts';
import { loadProject } from '../../src/project/load-project.ts';

/** The project of this repository. */
export const PROJECT = await loadProject(OWN_FOLDER);

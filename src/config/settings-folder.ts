import { isAbsolute, join, relative } from 'node:path';
import { OWN_FOLDER } from '../files/own-folder.ts';

/**
 * A path among the settings: relative ones are those of the project's folder, where `.env` is too; for the project that
 * this package brings along, those of the working folder.
 */
export function settingPath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  const project = environment['FIELDSTONE_PROJECT'];
  const isOwn = !project || relative(OWN_FOLDER, project) === '';
  return isOwn || isAbsolute(path) ? path : join(project, path);
}

/** The folder of the project that is served or worked on; undefined for the one that this package brings along. */
export function configuredProject(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return environment['FIELDSTONE_PROJECT'] || undefined;
}

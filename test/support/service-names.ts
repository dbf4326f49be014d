import { namesOf } from '../../src/endpoint/names.ts';
import { PROJECT } from './project.ts';

/** The names that keys and settings of this service may mention. */
export const NAMES = namesOf(PROJECT);

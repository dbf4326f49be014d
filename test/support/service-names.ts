import { namesOf } from '../../src/endpoint/names.ts';
import { ENDPOINTS } from '../../src/endpoints/index.ts';

/** The names that keys and settings of this service may mention. */
export const NAMES = namesOf(ENDPOINTS);

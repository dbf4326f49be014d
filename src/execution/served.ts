import type { Registry } from '../catalog/registry.ts';
import type { RequestRunner } from './runner.ts';

/** What requests are answered from. It is replaced as a whole, and a request keeps to the one that it began with. */
export interface Served {
  readonly registry: Registry;
  readonly runner: RequestRunner;
}

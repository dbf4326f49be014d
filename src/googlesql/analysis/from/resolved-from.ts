import type { NameList } from '../names/names.ts';
import type { Scan } from '../resolved/resolved.ts';

/** Rows and the names in them. */
export interface ResolvedFrom {
  readonly scan: Scan;
  readonly names: NameList;
}

import type { Scan } from '../resolved/resolved.ts';

/** Whether a scan has a row whatever the tables hold: an aggregation of all rows. */
export function alwaysHasRow(scan: Scan): boolean {
  switch (scan.kind) {
    case 'aggregate':
      return scan.groups.length === 0 && !scan.sets;
    case 'project':
    case 'order_by':
    case 'analytic':
      return alwaysHasRow(scan.input);
    case 'with':
      return alwaysHasRow(scan.body);
    default:
      return false;
  }
}

import type { BigQueryError } from '../client/bigquery-error.ts';

/** Text of an error, with the permission and role to grant if a permission is missing. */
export function deniedText({ message, reason, status }: BigQueryError): string {
  const permission = /bigquery\.\w+\.\w+/.exec(message)?.[0];
  const isDenied =
    permission !== undefined || (reason === 'accessDenied' && !PERIMETER.test(message));
  if (status !== 403 || !isDenied) return `cannot be read: ${message}`;
  const needed = permission ?? 'bigquery.tables.get';
  return `may not be read: grant ${needed} (${roleOf(needed)}); BigQuery says: ${message}`;
}

/** A refusal by a perimeter has the same reason as a missing permission, and no role helps. */
const PERIMETER = /VPC Service Controls|organization's policy/i;

function roleOf(permission: string): string {
  if (permission.startsWith('bigquery.jobs.')) return 'roles/bigquery.jobUser on the job project';
  if (permission.startsWith('bigquery.reservations.')) {
    return 'roles/bigquery.resourceEditor on the project of the reservation';
  }
  if (/create|update|delete/.test(permission)) return 'roles/bigquery.dataEditor on the dataset';
  return 'roles/bigquery.dataViewer on the dataset';
}

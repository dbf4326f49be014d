import type { TableRows } from './gateway.ts';
import { PROJECT } from './project.ts';

/** Stands in every string that belongs to the other tenant. */
export const SECRET = 'belongs-to-the-other';

/** Stands in every string that belongs to the tenant who asks. */
export const OWN = 'belongs-to-me';

/** One text of each tenant and one record that both share, in all nine tables; the tenants are `mine` and `other`. */
export function tenantRows(at: string): TableRows {
  return Object.fromEntries(
    [...PROJECT.tables.values()].map(({ name, tenant = [] }) => {
      const row = (mark: string, ...projects: readonly string[]): object => ({
        timestamp: at,
        id: `${mark}-id`,
        event_message: mark,
        ...tenantColumn(tenant, projects),
      });
      const isShared = tenant.length > 1;
      const shared = isShared ? [row(SECRET, 'mine', 'other'), row(SECRET, 'other', 'mine')] : [];
      return [name, [row(OWN, 'mine'), row(SECRET, 'other'), row(SECRET), ...shared]];
    }),
  );
}

function tenantColumn([column, field]: readonly string[], projects: readonly string[]): object {
  if (column === undefined) return {};
  if (field === undefined) return { [column]: projects[0] ?? null };
  return { [column]: projects.map((project) => ({ [field]: project })) };
}

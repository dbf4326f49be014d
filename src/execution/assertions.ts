import type { Row, Value } from '#googlesql';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { FieldstoneError } from '../errors.ts';

/**
 * Checks that columns which an endpoint declares as never NULL, though that is not proven, have no NULL; undefined if
 * there are none. Of an endpoint that does not cache, columns that a request does not select may be NULL.
 */
export function assertionCheck(
  { definition }: PreparedEndpoint,
  selected: ReadonlySet<string> | undefined,
): ((rows: readonly Row[]) => void) | undefined {
  const asserted = [...definition.columns.entries()].filter(
    ([, { isAsserted, name }]) => isAsserted && (!selected || selected.has(name)),
  );
  if (asserted.length === 0) return undefined;
  return (rows) => {
    for (const [index, { name }] of asserted) {
      // NaN and infinities are null on all interfaces.
      if (rows.every((row) => isPresent(row[index] ?? null))) continue;
      throw new FieldstoneError(
        'ENGINE_FAILED',
        `Column "${name}" of endpoint "${definition.name}" is NULL, though it is declared as never NULL`,
      );
    }
  };
}

function isPresent(value: Value): boolean {
  return value !== null && (typeof value !== 'number' || Number.isFinite(value));
}

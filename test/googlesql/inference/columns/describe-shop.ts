import {
  analyze,
  CLOCK_PARAMETER,
  describeColumns,
  type ProvenField,
  parseQuery,
  pinClock,
  SCALARS,
  spellType,
} from '#googlesql';
import { SHOP, SHOP_PARAMETERS } from './shop.ts';

const parameters = new Map([...SHOP_PARAMETERS, [CLOCK_PARAMETER, SCALARS.TIMESTAMP]]);
const required = new Set(['p']);

/** The columns of a statement over the shop's tables. */
export function describeShop(sql: string): readonly ProvenField[] {
  return describeColumns(
    analyze(pinClock(parseQuery(sql)), { tables: SHOP, parameters }),
    required,
  );
}

/** The spelled types of those columns. */
export function spellShop(sql: string): readonly string[] {
  return describeShop(sql).map(({ type }) => spellType(type));
}

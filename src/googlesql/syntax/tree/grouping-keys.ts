import type { Expression, GroupingSets } from './ast.ts';

/** Grouping sets with other keys, which `map` is given in the order of the text. */
export function mapKeys(sets: GroupingSets, map: (key: Expression) => Expression): GroupingSets {
  const elements = sets.elements.map((element) =>
    element.form ? mapKeys(element, map) : { ...element, items: element.items.map(map) },
  );
  return { ...sets, elements };
}

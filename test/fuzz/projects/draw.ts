import fc from 'fast-check';

/** Draws a value of an arbitrary. */
export type Draw = <Item>(arbitrary: fc.Arbitrary<Item>) => Item;

/** What a function makes of random draws, always the same for a seed. */
export function drawn<Made>(seed: number, make: (draw: Draw) => Made): Made {
  const made = fc.gen().map((generate) => make((arbitrary) => generate(() => arbitrary)));
  const [first] = fc.sample(made, { seed, numRuns: 1 });
  return first as Made;
}

/** Whether something is so, in one of a number of cases. */
export function oneIn(draw: Draw, cases: number): boolean {
  return draw(fc.nat(cases - 1)) === 0;
}

/** One member of a list that is not empty. */
export function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  return draw(fc.constantFrom(...items));
}

/** Some members of a list, in another order. */
export function some<Item>(
  draw: Draw,
  items: readonly Item[],
  least: number,
  most: number,
): readonly Item[] {
  return draw(
    fc.shuffledSubarray([...items], {
      minLength: Math.min(least, items.length),
      maxLength: Math.min(most, items.length),
    }),
  );
}

/** So many things. */
export function times<Made>(count: number, make: (index: number) => Made): readonly Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

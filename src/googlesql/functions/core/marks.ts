/** What the printer keeps while it prints. */
export interface Printing {
  readonly parameters: Set<string>;
  /** The variables of the lambdas around. */
  readonly variables: Variable[];
}

/** Text that is not known before it is printed, or is more than text. */
export abstract class Mark {
  readonly size: number = 0;

  abstract print(printing: Printing): string;
}

/** Text that is not made here: of a parameter, or of a table. */
export class Foreign extends Mark {
  readonly #text: string;
  readonly #parameters: readonly string[];
  override readonly size: number;

  constructor(text: string, parameters: readonly string[], size: number) {
    super();
    this.#text = text;
    this.#parameters = parameters;
    this.size = size;
  }

  print({ parameters }: Printing): string {
    for (const own of this.#parameters) parameters.add(own);
    return this.#text;
  }
}

/** A variable of a lambda that binds values, with a name that no lambda around that one has. */
export class Variable extends Mark {
  override readonly size = 'bound'.length;

  print({ variables }: Printing): string {
    const depth = variables.indexOf(this);
    return depth === 0 ? 'bound' : `bound${depth}`;
  }
}

/** The variable where the body of its lambda begins. */
export class Start extends Mark {
  readonly #variable: Variable;

  constructor(variable: Variable) {
    super();
    this.#variable = variable;
  }

  print(printing: Printing): string {
    printing.variables.push(this.#variable);
    return this.#variable.print(printing);
  }
}

/** Where the body of such a lambda ends. */
export class End extends Mark {
  print({ variables }: Printing): string {
    variables.pop();
    return '';
  }
}

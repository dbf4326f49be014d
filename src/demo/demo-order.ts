import type { DemoPlan } from './demo-plan.ts';

/** The changes of one table's demo data. */
export interface DemoOrder extends DemoPlan {
  readonly table: string;
}

/** The message to the writer process. */
export interface WriterOrder {
  readonly directory: string;
  readonly tables: readonly DemoOrder[];
}

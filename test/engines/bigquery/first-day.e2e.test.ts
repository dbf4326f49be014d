/** What of a first day on BigQuery takes seconds. */
import { trySituations } from './first-day/try-situations.ts';

trySituations({ areLong: true });

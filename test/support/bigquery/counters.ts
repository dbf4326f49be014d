import type { ScanBytes } from './billing.ts';

/** One request as it came in. */
export interface Received {
  readonly route: string;
  readonly path: string;
  readonly body: unknown;
}

/** What one job was charged, and its labels. */
export interface Charge {
  readonly labels: Readonly<Record<string, string>>;
  /** What is billed: whole megabytes, at least 10 a table; 0 for a job that fails. */
  readonly bytes: number;
  /** What it reads, to the byte. */
  readonly processed: number;
  /** The same by scan of a table, with the partitions and leaves. */
  readonly scans: readonly ScanBytes[];
}

/** What a server has seen and done. */
export class Counters {
  /** Jobs that began to run. */
  jobs = 0;
  /** Bytes charged for them. */
  bytesBilled = 0;
  /** Bytes that they have read, to the byte. */
  bytesProcessed = 0;
  /** The same by job, as a bill with labels has it. */
  readonly charges: Charge[] = [];
  readonly log: Received[] = [];
  /** Cancel requests, by job. */
  readonly cancels = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #requestIds = new Set<string>();

  /** Requests of a route like `POST /queries`. */
  requests(route: string): number {
    return this.#requests.get(route) ?? 0;
  }

  /** Different `requestId`s. */
  get requestIds(): number {
    return this.#requestIds.size;
  }

  /** Cancel requests of all jobs. */
  get allCancels(): number {
    return [...this.cancels.values()].reduce((sum, count) => sum + count, 0);
  }

  countRequest(received: Received): void {
    this.log.push(received);
    this.#requests.set(received.route, this.requests(received.route) + 1);
    const { body } = received;
    if (typeof body === 'object' && body && 'requestId' in body) {
      this.#requestIds.add(String(body.requestId));
    }
  }

  countJob(charge: Charge): void {
    this.jobs += 1;
    this.bytesBilled += charge.bytes;
    this.bytesProcessed += charge.processed;
    this.charges.push(charge);
  }

  countCancel(job: string): void {
    this.cancels.set(job, (this.cancels.get(job) ?? 0) + 1);
  }
}

/** Limits of the HTTP server per client and connection. */
export interface Limits {
  readonly maxUrlBytes: number;
  /** URL and headers together; beyond it Node answers before any of our code runs. */
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** Time for the headers to arrive. */
  readonly headersTimeoutMs: number;
  /** Time for the whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two timeouts above are checked. */
  readonly checkIntervalMs: number;
  /** How long a client may read nothing of a complete answer. */
  readonly stalledAnswerMs: number;
  /** Longer than the 60 s idle timeout of common load balancers, so that they never use a closed connection. */
  readonly keepAliveTimeoutMs: number;
  /** Connections beyond this are closed unanswered. */
  readonly maxConnections: number;
}

/** The production limits. */
export const LIMITS: Limits = {
  maxUrlBytes: 16_384,
  maxHeaderBytes: 40_960,
  maxBodyBytes: 1_048_576,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 12_000,
  checkIntervalMs: 1_000,
  stalledAnswerMs: 15_000,
  keepAliveTimeoutMs: 72_000,
  maxConnections: 8_192,
};

import { createClient } from '@keyv/redis';

const CONNECT_MS = 2_000;
/** With `PING_MS`: a connection silent for this long is treated as dead, even without a TCP error. */
const SOCKET_TIMEOUT_MS = 5_000;
const PING_MS = 2_000;
const MIN_RETRY_MS = 50;
const MAX_RETRY_MS = 2_000;
/** Bounds memory only: the breaker opens long before. */
const MAX_QUEUED_COMMANDS = 10_000;

/** The Redis client of this service. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** Whether a text is a valid `redis://` or `rediss://` URL. */
function isRedisUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname } = new URL(text);
    decodeURIComponent(username + password);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}

/** Creates an unconnected client. It rejects commands while disconnected and reconnects without a limit. */
export function createRedisClient(url: string) {
  // The client's own error would contain the URL, and with it the password.
  if (!isRedisUrl(url)) throw new Error('The URL of Redis must be like "redis://host:6379"');
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        Math.min(MIN_RETRY_MS * 2 ** Math.min(retries, 10), MAX_RETRY_MS) +
        Math.random() * MIN_RETRY_MS,
    },
  });
}

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

const CONNECT_MS = 2_000;

/**
 * An agent whose connections fail if they are not established in time, so that a host that drops packets costs one try
 * and not the whole deadline. Once connected, silence is allowed.
 */
export function limitedAgent(protocol: string): HttpAgent {
  const agent = new (protocol === 'http:' ? HttpAgent : HttpsAgent)({ keepAlive: true });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    const timer = setTimeout(
      () => socket?.destroy(new Error('The connection was not established in time')),
      CONNECT_MS,
    );
    for (const event of ['connect', 'close']) socket?.once(event, () => clearTimeout(timer));
    return socket;
  };
  return agent;
}

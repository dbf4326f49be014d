import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { Reply } from './script.ts';

/** An error of the API. */
export function status(code: number, reason: string, message = `Scripted ${reason}`): Reply {
  return async () => ({ status: code, body: new ApiError(code, reason, message).body });
}

/** The answer to a token that is missing or has expired. */
export function unauthorized(): Reply {
  return async () => ({
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' },
    body: new ApiError(
      401,
      'authError',
      'Request had invalid authentication credentials. Expected OAuth 2 access token.',
    ).body,
  });
}

/** Waits first. */
export function delay(ms: number, reply: Reply = normal): Reply {
  return async (exchange) => {
    await sleep(ms, undefined, { signal: exchange.closing }).catch(() => {});
    // What the normal answer needs is gone by then.
    return exchange.closing.aborted ? undefined : reply(exchange);
  };
}

/** Takes the request and never says anything. */
export function silent(): Reply {
  return async () => undefined;
}

/** Ends the connection with a reset instead of an answer. */
export function reset(): Reply {
  return async ({ request }) => {
    request.socket.resetAndDestroy();
    return undefined;
  };
}

/** The normal answer, but the connection ends after some bytes of its body. */
export function cut(bytes: number): Reply {
  return async (exchange) => {
    const text = await normalText(exchange);
    sendHead(exchange, Buffer.byteLength(text));
    exchange.response.write(Buffer.from(text).subarray(0, bytes), () =>
      exchange.request.socket.destroy(),
    );
    return undefined;
  };
}

/** The normal answer under a content-length that is off by some bytes. */
export function wrongLength(difference: number): Reply {
  return async (exchange) => {
    const body = Buffer.from(await normalText(exchange));
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length + difference}\r\nconnection: close\r\n\r\n`;
    // Node's own response would refuse to write another length than it announced.
    exchange.request.socket.end(Buffer.concat([Buffer.from(head), body]));
    return undefined;
  };
}

/** A page of some proxy instead of JSON. */
export function html(code: number): Reply {
  return async ({ response }) => {
    response.writeHead(code, { 'content-type': 'text/html; charset=UTF-8' });
    response.end(`<!DOCTYPE html><html><title>Error ${code}</title><p>That’s an error.</html>`);
    return undefined;
  };
}

/** Text that is announced as JSON and is none. */
export function noJson(text: string): Reply {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
    return undefined;
  };
}

/** The job says that it is not complete, so many times, each time at once; then it has its rows. */
export function incomplete(answers: number): Reply {
  return (exchange) => {
    exchange.hold = { answers, atOnce: true };
    return exchange.normal();
  };
}

/** The job is taken, and fails once it was waited for. */
export function failsLater(code: number, reason: string): Reply {
  return (exchange) => {
    const error = new ApiError(code, reason, `Scripted ${reason}`);
    exchange.hold = { answers: 1, atOnce: true, error };
    return exchange.normal();
  };
}

/** The job is never complete; each answer comes when the wait that was asked for is over. */
export function neverComplete(): Reply {
  return (exchange) => {
    exchange.hold = { answers: Number.POSITIVE_INFINITY, atOnce: false };
    return exchange.normal();
  };
}

/** A JSON body. */
export type Body = Record<string, unknown>;

/** The normal answer with another body. */
export function edit(change: (body: Body, exchange: Exchange) => Body): Reply {
  return async (exchange) => {
    const answer = await exchange.normal();
    // As JSON, so that a change sees what a client would.
    return { ...answer, body: change(JSON.parse(JSON.stringify(answer.body)), exchange) };
  };
}

/** What happens when nothing is wrong: for the place before a fault in a list of replies. */
export function normal(exchange: Exchange): Promise<Answer> {
  return exchange.normal();
}

async function normalText(exchange: Exchange): Promise<string> {
  return JSON.stringify((await exchange.normal()).body);
}

function sendHead({ response }: Exchange, length: number): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
}

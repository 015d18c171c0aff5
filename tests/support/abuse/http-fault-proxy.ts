import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';

export type HttpFault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** Closes the connection before the request reaches the service. */
  | { readonly kind: 'drop_before' }
  /** Closes the connection after the service has processed the request. */
  | { readonly kind: 'drop_after' }
  | { readonly kind: 'truncate' }
  /** Changes the JSON of the service's response. */
  | { readonly kind: 'rewrite'; readonly change: (body: string) => string };

const SERVER_ERROR: HttpFault = { kind: 'answer', status: 500, body: '{"error":{"type":"api_error"}}' };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Starts an HTTP proxy in front of a service that injects faults. */
export async function startHttpFaultProxy(target: string) {
  const agent = new Agent({ keepAlive: true });
  const proxy = {
    url: '',
    /** Chooses a fault for each request; undefined forwards it. */
    fault: (_seen: SeenRequest): HttpFault | undefined => undefined,
    /** Injects a fault into requests such as `POST /v1/refunds` that match the pattern. */
    failAt(pattern: RegExp, fault: HttpFault = SERVER_ERROR) {
      proxy.fault = ({ method, path }) => (pattern.test(`${method} ${path}`) ? fault : undefined);
    },
    heal() {
      proxy.fault = () => undefined;
    },
    async close() {
      agent.destroy();
      await server.close();
    },
  };
  const server = await startLocalServer(
    createServer((incoming, outgoing) => {
      const { method = '', url = '', headers } = incoming;
      const seen = { method, path: url.split('?', 1)[0] ?? '', headers };
      void misbehave(proxy.fault(seen), incoming, outgoing, target, agent);
    }),
  );
  proxy.url = server.url;
  return proxy;
}

async function misbehave(
  fault: HttpFault | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  agent: Agent,
): Promise<void> {
  switch (fault?.kind) {
    case 'hang':
      incoming.resume();
      return;
    case 'drop_before':
      incoming.socket.destroy();
      return;
    case 'answer':
      incoming.resume();
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'slow':
      await pause(fault.ms);
  }
  const answer = await forward(incoming, target, agent);
  if (answer === undefined || fault?.kind === 'drop_after') {
    incoming.socket.destroy();
  } else if (fault?.kind === 'truncate') {
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => incoming.socket.destroy());
  } else if (fault?.kind === 'rewrite') {
    const body = Buffer.from(fault.change(answer.body.toString()));
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) }).end(body);
  } else {
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

function forward(incoming: IncomingMessage, target: string, agent: Agent): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const url = new URL(incoming.url ?? '/', target);
    const outgoing = request(
      url,
      { method: incoming.method, headers: incoming.headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { 'transfer-encoding': _, ...headers } = response.headers;
          resolve({ status: response.statusCode ?? 502, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', () => resolve(undefined));
    incoming.pipe(outgoing);
  });
}

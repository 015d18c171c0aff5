import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHttpServer } from '@outharbor/emulator-kit/listening';

/** What the control routes do; each answers with the JSON to send. */
export interface ControlActions {
  readonly health: () => unknown;
  readonly reset: (namespace?: string) => Promise<void>;
  readonly settle: () => Promise<void>;
  readonly coverage: () => unknown;
}

type Route = (actions: ControlActions, query: URLSearchParams) => unknown;

const ROUTES = new Map<string, Route>([
  ['GET /_emulator/health', (actions) => actions.health()],
  ['GET /_emulator/coverage', (actions) => actions.coverage()],
  ['POST /_emulator/reset', (actions, query) => actions.reset(query.get('ns') ?? undefined)],
  ['POST /_emulator/settle', (actions) => actions.settle()],
]);

/** The control routes, on a port that is never forwarded to the public. */
export function createControlServer(actions: ControlActions): Server {
  return createHttpServer((request, response) => {
    void answer(request, response, actions);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  actions: ControlActions,
): Promise<void> {
  request.resume();
  const [path, query] = (request.url ?? '/').split('?');
  const route = ROUTES.get(`${request.method} ${path}`);
  if (!route) {
    send(response, 404, { error: `No control route ${request.method} ${path}` });
    return;
  }
  try {
    send(response, 200, (await route(actions, new URLSearchParams(query))) ?? { status: 'ok' });
  } catch (error) {
    send(response, 500, { error: (error as Error).message });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHttpServer } from '@outharbor/emulator-kit/listening';
import type { Control, NamespaceControl } from '../control-types.ts';
import { ApiError } from '../errors/api-error.ts';
import { readFields } from '../http/read-body.ts';
import { Fields } from '../wire/fields.ts';

type Route = (control: Control, body: Fields) => Promise<unknown>;

const ROUTES = new Map<string, Route>([
  ['GET /_emulator/health', async () => ({ status: 'ok', residentBytes: process.memoryUsage.rss() })],
  ['POST /_emulator/reset', (control) => control.reset()],
  ['POST /_emulator/settle', (control) => control.settle()],
  ['GET /_emulator/state', (control) => control.state()],
  ['GET /_emulator/mails', async (control) => ({ mails: await control.mails() })],
  ['GET /_emulator/clock', async (control) => ({ now: await control.now() })],
  [
    'POST /_emulator/clock/advance',
    async (control, body) => ({ now: await control.advanceTime(body.integer('ms') ?? 0) }),
  ],
  ['POST /_emulator/keys/rotate', (control) => control.rotateKeys()],
  ['POST /_emulator/configure', (control, body) => control.configure(body.all())],
  ['GET /_emulator/service-account', (control) => control.serviceAccount()],
]);

const NAMESPACE = /^\/_emulator\/ns\/([^/]+)(\/.*)?$/;

/** The control routes, for the emulator's own project and every namespace. The port is never made public, and no web page may use it. */
export function createControlServer(own: Control, namespace: (name: string) => NamespaceControl): Server {
  const operationFor = (method: string | undefined, path: string): ((body: Fields) => Promise<unknown>) => {
    const [, name, rest] = NAMESPACE.exec(path) ?? [];
    if (name !== undefined && rest === undefined && method === 'DELETE') return () => namespace(name).close();
    const route = ROUTES.get(`${method} ${name === undefined ? path : `/_emulator${rest ?? ''}`}`);
    if (route === undefined) throw new ApiError(404, 'NOT_FOUND', `No control route ${method} ${path}`);
    return (body) => route(name === undefined ? own : namespace(name), body);
  };
  return createHttpServer((request, response) => {
    void answer(request, response, operationFor);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  operationFor: (method: string | undefined, path: string) => (body: Fields) => Promise<unknown>,
): Promise<void> {
  try {
    if (request.headers.origin !== undefined)
      throw new ApiError(403, 'PERMISSION_DENIED', 'No page may use this.');
    const operation = operationFor(request.method, (request.url ?? '/').split('?')[0] ?? '/');
    const body = request.method === 'POST' ? await readFields(request) : new Fields({});
    send(response, 200, (await operation(body)) ?? { status: 'ok' });
  } catch (error) {
    const status = error instanceof ApiError ? error.statusCode : error instanceof RangeError ? 400 : 500;
    send(response, status, { error: (error as Error).message });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

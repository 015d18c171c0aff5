import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { createHttpServer } from '../http/listening.ts';
import { readFields } from '../http/read-body.ts';
import { Fields } from '../wire/fields.ts';

/** A mail that would have been sent. */
export interface Mail {
  readonly to: string;
  readonly type: string;
  readonly link: string;
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** What the control routes do. */
export interface Control {
  reset(): Promise<void>;
  settle(): Promise<void>;
  /** Users and settings, without password hashes. */
  state(): Promise<object>;
  mails(): Promise<readonly Mail[]>;
  /** Milliseconds since the epoch, by the emulated clock. */
  now(): Promise<number>;
  advanceTime(ms: number): Promise<number>;
  /** Signs with a new key from now on. */
  rotateKeys(): Promise<void>;
  /** Changes the project's settings, in the form of `PATCH …/config`; resolves with all of them. */
  configure(change: object): Promise<object>;
  /** The key file of the project's service account, as an admin SDK takes it. */
  serviceAccount(): Promise<object>;
}

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

/** The control routes, on a port that is never forwarded to the public and that no page may use. */
export function createControlServer(control: Control): Server {
  return createHttpServer((request, response) => {
    void answer(request, response, control);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, control: Control): Promise<void> {
  const path = (request.url ?? '/').split('?')[0];
  const route = ROUTES.get(`${request.method} ${path}`);
  try {
    if (request.headers.origin !== undefined)
      throw new ApiError(403, 'PERMISSION_DENIED', 'No page may use this.');
    if (route === undefined)
      throw new ApiError(404, 'NOT_FOUND', `No control route ${request.method} ${path}`);
    const body = request.method === 'POST' ? await readFields(request) : new Fields({});
    send(response, 200, (await route(control, body)) ?? { status: 'ok' });
  } catch (error) {
    const status = error instanceof ApiError ? error.statusCode : error instanceof RangeError ? 400 : 500;
    send(response, status, { error: (error as Error).message });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

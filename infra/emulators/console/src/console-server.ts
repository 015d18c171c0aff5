import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { part } from './model/sources.ts';
import { reasonIn } from './reason-in.ts';
import type { Enrol } from './seeds/add-people.ts';
import { actionRoutes } from './server/action-routes.ts';
import { addGuard } from './server/guard.ts';
import { addPageFiles } from './server/page-files.ts';
import { InNamespace } from './server/queries.ts';
import { readRoutes } from './server/read-routes.ts';
import { openViews } from './server/views.ts';
import type { TargetAddresses } from './targets/console-targets.ts';

export type { Enrol, Enrolment } from './seeds/add-people.ts';
export type { ConsoleTargets, TargetAddresses } from './targets/console-targets.ts';
export { targetAddresses } from './targets/target-addresses.ts';

export interface ConsoleOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Keep it on loopback unless a container publishes the port there. */
  readonly host?: string;
  readonly targets: TargetAddresses;
  /** How somebody of a list of people registers and pays; without it, at the services alone. */
  readonly enrol?: Enrol;
  /** Folder of the built page; defaults to the workspace's own build. */
  readonly pageDir?: string;
  /** Milliseconds between two polls of the services while a page is open. */
  readonly lookEveryMs?: number;
}

export interface ConsoleHandle {
  readonly url: string;
  close(): Promise<void>;
}

const BUILT_PAGE = fileURLToPath(new URL('../dist', import.meta.url));

/** Starts a page for testers that shows and controls the state of the emulated services. */
export async function startConsole(options: ConsoleOptions): Promise<ConsoleHandle> {
  const { port = 0, host = '127.0.0.1', pageDir = BUILT_PAGE, lookEveryMs = 1_000 } = options;
  const { targets: addresses, enrol } = options;
  const views = openViews({ addresses, enrol, lookEveryMs });
  const app = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? (error instanceof RangeError ? 400 : 502);
    return reply.status(status).send({ message: reasonIn(error) });
  });
  addGuard(app);
  // The services are read while the browser loads the scripts. If that fails, the page's own requests say why.
  addPageFiles(app, pageDir, (request) => void part(views.readAhead(request)));
  app.get('/console/health', async () => ({ status: 'ok' }));
  app.get('/console/live', { schema: { querystring: InNamespace } }, (request, reply) => {
    const { feed } = views.of(request);
    reply.hijack();
    feed.watch(reply.raw);
  });
  app.addHook('preClose', () => views.close());
  await app.register(readRoutes, { prefix: '/console', views });
  await app.register(actionRoutes, { prefix: '/console/actions', views });
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${taken}`, close: () => app.close() };
}

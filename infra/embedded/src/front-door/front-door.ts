import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { EMULATED_PATHS } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { type ForwardTargets, forwardRoutes } from './forward-routes.ts';
import { type FrontDoorContent, handleRequest } from './request-handler.ts';
import { readTarget } from './request-target.ts';
import { EMULATED_SOURCES, type InlineHashes, pageContentSecurityPolicy } from './security-headers.ts';
import type { SiteFiles } from './site-files.ts';
import { openUpstream } from './upstream.ts';
import { refuseUpgrade, tunnelWebSocket } from './websocket-tunnel.ts';

export interface FrontDoorOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
}

export interface FrontDoorServices {
  readonly targets: ForwardTargets;
  readonly site: SiteFiles;
  readonly runtimeConfig: RuntimeConfig;
  readonly inlineHashes: InlineHashes;
}

export interface FrontDoor {
  readonly url: string;
  /** From now on requests are served; until then every one is answered 503. */
  open(services: FrontDoorServices): void;
  close(): Promise<void>;
}

const SERVER_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** Takes the public address at once, so that a taken port is known before anything else starts. */
export async function startFrontDoor({ port, host }: FrontDoorOptions): Promise<FrontDoor> {
  let content: FrontDoorContent | undefined;
  let database: string | undefined;
  const tunnels = new Set<Duplex>();
  const server = createServer(SERVER_LIMITS, (request, response) => {
    handleRequest(content, request, response).catch((error) => {
      response.destroy();
      process.emitWarning(error);
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    if (readTarget(request.url)?.path !== EMULATED_PATHS.databaseSocket)
      refuseUpgrade(socket, 404, 'Not Found');
    else if (!database) refuseUpgrade(socket, 503, 'Service Unavailable');
    else tunnelWebSocket(request, socket, head, { upstream: database });
  });
  server.on('connect', (_request, socket: Duplex) => refuseUpgrade(socket, 405, 'Method Not Allowed'));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: publicUrl(server, host),
    open: (services) => {
      content = contentOf(services);
      database = services.targets.database;
    },
    close: async () => {
      for (const socket of tunnels) socket.destroy();
      await closeServer(server);
      await Promise.all(content?.routes.map(({ upstream }) => upstream.close()) ?? []);
    },
  };
}

function contentOf({ targets, site, runtimeConfig, inlineHashes }: FrontDoorServices): FrontDoorContent {
  return {
    routes: forwardRoutes(targets).map((route) => ({
      route,
      upstream: openUpstream(route),
    })),
    site,
    runtimeConfig: JSON.stringify(runtimeConfig),
    pageContentSecurityPolicy: pageContentSecurityPolicy(inlineHashes, EMULATED_SOURCES),
  };
}

function publicUrl(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host;
  return `http://${name}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

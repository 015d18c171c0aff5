import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { EMULATED_PATHS, RUNTIME_CONFIG_PATH } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { type ClientError, type RequestUnderWay, refuseClientError } from './client-errors.ts';
import { type ForwardTargets, forwardRoutes } from './forward-routes.ts';
import { refusalOfHead } from './malformed-request.ts';
import { LIMITS } from './policy.ts';
import { refuseOnSocket } from './refuse.ts';
import { type FrontDoorContent, handleRequest, newRequestId } from './request-handler.ts';
import { originForm, readTarget } from './request-target.ts';
import {
  EMULATED_SOURCES,
  type InlineHashes,
  type OutsideSources,
  pageContentSecurityPolicy,
} from './security-headers.ts';
import { type SiteFiles, siteFile } from './site-files.ts';
import { openUpstream } from './upstream.ts';
import { tunnelWebSocket } from './websocket-tunnel.ts';

export interface FrontDoorOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host: string;
}

export interface FrontDoorServices {
  readonly targets: ForwardTargets;
  readonly site: SiteFiles;
  readonly runtimeConfig: RuntimeConfig;
  readonly inlineHashes: InlineHashes;
  /** Other origins that pages may reach; none if absent. */
  readonly outside?: OutsideSources;
  /**
   * TLS ends in front of this server, whose requests then carry the client's address and scheme in headers.
   */
  readonly behindTerminator?: boolean;
}

export interface FrontDoor {
  readonly url: string;
  /** Starts serving; until then all requests get a 503. */
  open(services: FrontDoorServices): void;
  close(): Promise<void>;
}

const SERVER_LIMITS = {
  // Larger than the limit, so that a request with oversized headers can be identified.
  maxHeaderSize: 4 * LIMITS.headBytes,
  headersTimeout: LIMITS.requestMs,
  requestTimeout: LIMITS.requestMs,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // A missing Host header is handled like a malformed one.
  requireHostHeader: false,
  shouldUpgradeCallback: ({ url, headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket' &&
    readTarget(url ?? '')?.path === EMULATED_PATHS.databaseSocket,
};

/** Binds the public address immediately, so that a port conflict is reported before anything else starts. */
export async function startFrontDoor({ port, host }: FrontDoorOptions): Promise<FrontDoor> {
  let content: FrontDoorContent | undefined;
  let database: string | undefined;
  const tunnels = new Set<Duplex>();
  const underWay = new WeakMap<Duplex, RequestUnderWay>();
  const server = createServer(SERVER_LIMITS);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const requestId = newRequestId();
    underWay.set(request.socket, { response, requestId, target: originForm(request.url ?? '') });
    handleRequest(content, requestId, request, response).catch((error) => {
      response.destroy();
      process.emitWarning(error);
    });
  };
  // `Expect` is only answered when the body is read, never before the request has been checked.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, handle);
  server.on('clientError', (error: ClientError, socket) => {
    refuseClientError(error, socket, underWay.get(socket));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    const refused = { target: request.url ?? '/', requestId: newRequestId() };
    const status = refusalOfHead(request) ?? (database ? undefined : 503);
    if (status || !database) refuseOnSocket(socket, status ?? 503, refused);
    else tunnelWebSocket(request, socket, head, { upstream: database, requestId: refused.requestId });
  });
  server.on('connect', ({ url = '/' }: IncomingMessage, socket: Duplex) => {
    refuseOnSocket(socket, url.startsWith('/') ? 400 : 405, { target: url, requestId: newRequestId() });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: publicUrl(server, host),
    open: (services) => {
      content = contentOf(services);
      database = services.targets.emulators?.database;
    },
    close: async () => {
      for (const socket of tunnels) socket.destroy();
      await closeServer(server);
      await Promise.all(content?.routes.map(({ upstream }) => upstream.close()) ?? []);
    },
  };
}

function contentOf({
  targets,
  site,
  runtimeConfig,
  inlineHashes,
  outside = EMULATED_SOURCES,
  behindTerminator = false,
}: FrontDoorServices): FrontDoorContent {
  const settings = siteFile(RUNTIME_CONFIG_PATH, Buffer.from(JSON.stringify(runtimeConfig)), new Date());
  return {
    routes: forwardRoutes(targets).map((route) => ({
      route,
      upstream: openUpstream(route),
    })),
    behindTerminator,
    site: new Map([...site, [RUNTIME_CONFIG_PATH, settings]]),
    pageContentSecurityPolicy: pageContentSecurityPolicy(inlineHashes, outside),
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

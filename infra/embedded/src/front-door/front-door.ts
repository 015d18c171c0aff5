import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { EMULATED_PATHS } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { readClient } from './client.ts';
import { addForwarding, addWebSocket, type Forwarding, type ForwardTargets } from './forwarding.ts';
import { API_PATH, INTERNAL_PATH, LIMITS, REJECTED_TARGET, type RejectionStatus } from './policy.ts';
import { reject, rejectUnread, writeRejection } from './reject.ts';
import {
  DATA_HEADERS,
  EMULATED_SOURCES,
  type InlineHashes,
  type OutsideSources,
  pageContentSecurityPolicy,
  STRICT_TRANSPORT_SECURITY,
} from './security-headers.ts';
import { addSite, type Site, type SiteServer } from './site.ts';
import type { SiteFiles } from './site-files.ts';

export interface FrontDoorOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host: string;
  /** Keeps the requests to the API. */
  readonly apiRequests?: RequestLog | undefined;
}

interface FrontDoorServices {
  readonly targets: ForwardTargets;
  /** A build of the site, or a server of its sources. */
  readonly site: SiteFiles | SiteServer;
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
  readonly server: Server;
  /** Starts serving; until then all requests get a 503. */
  open(services: FrontDoorServices): void;
  close(): Promise<void>;
}

type Content = Site & Forwarding;

const isSocket = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === EMULATED_PATHS.databaseSocket;

const SERVER = {
  bodyLimit: LIMITS.bodyBytes,
  requestTimeout: LIMITS.requestMs,
  keepAliveTimeout: 65_000,
  forceCloseConnections: true,
  genReqId: () => randomUUID().replaceAll('-', ''),
  http: {
    maxHeaderSize: LIMITS.headBytes,
    headersTimeout: LIMITS.requestMs,
    connectionsCheckingInterval: 1_000,
  },
};

const HOST = /^[\w.:[\]~%-]+$/;

/** Paths that only a server of the site's sources has; folders may begin with a dot there. */
const SOURCE = /^\/(?:@|node_modules\/|\.\.\/)/;

const isServed = (site: SiteFiles | SiteServer | undefined): site is SiteServer => typeof site === 'function';

/** Binds the public address immediately, so that a port conflict is reported before anything else starts. */
export async function startFrontDoor({ port, host, apiRequests }: FrontDoorOptions): Promise<FrontDoor> {
  let opened: Content | undefined;
  // The first hook lets no request further before that.
  const content = () => opened as Content;
  const replies = new WeakMap<Duplex, FastifyReply>();
  const app = fastify({
    ...SERVER,
    http: {
      ...SERVER.http,
      shouldUpgradeCallback: (request) => isSocket(request) || isServed(opened?.files),
    },
    frameworkErrors: (_error, _request, reply) => reject(reply, 400),
    clientErrorHandler: (error, socket) => rejectUnread(error, socket, replies.get(socket)),
  });
  const observe = apiRequests?.record(() => undefined);
  if (observe !== undefined) {
    // This runs before anything is awaited: the parser may hold the body already.
    app.addHook('onRequest', ({ raw }, reply, done) => {
      if (API_PATH.test(raw.url ?? '')) observe(raw, reply.raw);
      done();
    });
  }
  app.addHook('onRequest', async (request, reply) => void replies.set(request.raw.socket, reply));
  addPolicy(app, () => opened);
  addForwarding(app, content);
  addSite(app, content);
  // Node.js would close the connection without an answer.
  app.server.on('connect', (_request, socket) => writeRejection(socket, 405));
  const cutSockets = addWebSocket(app, content);
  await app.listen({ port, host });
  return {
    url: publicUrl(app, host),
    server: app.server,
    open: ({ site, inlineHashes, outside = EMULATED_SOURCES, behindTerminator = false, ...services }) => {
      const policy = pageContentSecurityPolicy(inlineHashes, outside);
      opened = { ...services, behindTerminator, files: site, pageContentSecurityPolicy: policy };
    },
    close: async () => {
      cutSockets();
      await app.close();
    },
  };
}

/** What the client sent cannot be read. */
const UNREADABLE = [400, 413, 415] as const;

function addPolicy(app: FastifyInstance, content: () => Content | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...DATA_HEADERS, 'x-request-id': request.id });
    if (readClient(request.raw, content()?.behindTerminator ?? false).scheme === 'https')
      reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY);
    const isSource = isServed(content()?.files) && SOURCE.test(request.url);
    const status = (isSource ? undefined : rejectionFor(request.raw)) ?? (content() ? undefined : 503);
    return status && reject(reply, status);
  });
  // Every path exists for GET, if only as the 404 page.
  app.setNotFoundHandler(({ method, url }, reply) => {
    if (method === 'GET' || method === 'HEAD') return reject(reply, 404);
    if (!API_PATH.test(url)) reply.header('allow', 'GET, HEAD');
    return reject(reply, 405);
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = UNREADABLE.find((code) => code === error.statusCode);
    if (status !== undefined) return reject(reply, status);
    process.emitWarning(error);
    return reject(reply, 503);
  });
}

/** The status for requests that Node.js's parser accepts and this server must not. */
function rejectionFor({ url = '', headers, headersDistinct }: IncomingMessage): RejectionStatus | undefined {
  const encoding = headers['transfer-encoding'];
  const [host = '', ...more] = headersDistinct.host ?? [];
  if (REJECTED_TARGET.test(url) || more.length > 0 || !HOST.test(host)) return 400;
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return 400;
  return INTERNAL_PATH.test(decodeURIComponent(url.replace(/\?.*$/s, ''))) ? 404 : undefined;
}

function publicUrl({ server }: FastifyInstance, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

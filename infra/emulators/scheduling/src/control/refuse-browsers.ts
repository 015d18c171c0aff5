import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * A page open in a browser on this machine must not drive the emulator. Its requests carry an origin or fetch
 * metadata; one that reads through a name of its own (DNS rebinding) may carry neither, but shows that name as host.
 */
export function refuseBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!comesFromBrowser(request) && isLocalName(hostName(request))) return;
    return reply.status(403).send({ error: 'The control interface is not for browsers.' });
  });
}

function comesFromBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function hostName({ headers }: FastifyRequest): string {
  return (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

/** An address, or a single word: `localhost`, or a service's name in a network of containers. */
function isLocalName(name: string): boolean {
  return isIP(name) !== 0 || /^[\w-]+$/.test(name);
}

import { createServer, request as forward } from 'node:http';
import { startLocalServer } from '../local-server.ts';

const POLICY = "default-src 'self'; frame-ancestors 'none'";

/** A site on its own origin that forwards the hosted pages like the product's front door. */
export async function startPublicSite() {
  const site = {
    /** Where the pages are forwarded to; set once it is known. */
    target: '',
    /** The bodies posted through it. */
    posted: [] as string[],
  };
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader('content-security-policy', POLICY);
    if (!incoming.url?.startsWith('/emulated/stripe/')) {
      outgoing
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Site</title><h1>${incoming.url}</h1>`);
      return;
    }
    const headers = { ...incoming.headers, 'x-emulator-public': '1' };
    const onward = forward(site.target + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-security-policy': POLICY });
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.on('data', (chunk) => site.posted.push(String(chunk)));
    incoming.pipe(onward);
  });
  const { url, close } = await startLocalServer(server);
  return Object.assign(site, { origin: url, close });
}

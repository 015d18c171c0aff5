// NODE_OPTIONS=--import …/lead-to-stage.ts?port=<port> redirects all connections to other machines to the
// stage, as DNS would in a network. The SDKs' own agents and sockets support no proxy.
import { Socket } from 'node:net';

interface Destination {
  readonly path?: string | null;
  readonly host?: string;
}

const port = Number(new URL(import.meta.url).searchParams.get('port'));
if (!port) throw new Error("Specify the port in this module's URL: ?port=<port>");

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

type Connect = (this: Socket, ...args: unknown[]) => Socket;
const connect = Socket.prototype.connect as unknown as Connect;
const redirected: Connect = function (...args) {
  // node:http and node:tls pass their normalised arguments as one array.
  const [options, listener] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof options !== 'object' || options === null) return connect.apply(this, args);
  const { path, host = 'localhost' } = options as Destination;
  if (typeof path === 'string' || LOOPBACK.test(host)) return connect.apply(this, args);
  return connect.call(this, { ...options, host: '127.0.0.1', port }, listener);
};
Socket.prototype.connect = redirected as unknown as typeof Socket.prototype.connect;

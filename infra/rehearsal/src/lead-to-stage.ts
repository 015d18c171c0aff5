// NODE_OPTIONS=--import …/lead-to-stage.ts?port=<port>: whatever other machine a process connects to, it is the stage,
// as where a network's names resolve to it. The SDKs' own agents and sockets take no proxy.
import { Socket } from 'node:net';

interface Destination {
  readonly path?: string | null;
  readonly host?: string;
}

const port = Number(new URL(import.meta.url).searchParams.get('port'));
if (!port) throw new Error('The address of this module must name a port: ?port=<port>');

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

type Connect = (this: Socket, ...args: unknown[]) => Socket;
const connect = Socket.prototype.connect as unknown as Connect;
const redirected: Connect = function (...args) {
  // node:http and node:tls hand over an array of the arguments that they have read.
  const [options, listener] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof options !== 'object' || options === null) return connect.apply(this, args);
  const { path, host = 'localhost' } = options as Destination;
  if (typeof path === 'string' || LOOPBACK.test(host)) return connect.apply(this, args);
  return connect.call(this, { ...options, host: '127.0.0.1', port }, listener);
};
Socket.prototype.connect = redirected as unknown as typeof Socket.prototype.connect;

// Loaded with NODE_OPTIONS=--import: leads an application's connections to the real services to the emulators,
// as lines in the hosts file would. The SDKs' own agents and sockets support no proxy.
import { Socket } from 'node:net';
import { serviceNamed } from './real-names.ts';

const { EMULATORS_NAMES_HOST: host = '127.0.0.1', EMULATORS_NAMES_PORT } = process.env;
const port = Number(EMULATORS_NAMES_PORT);
if (!port) throw new Error('Set EMULATORS_NAMES_PORT to the port that the emulators print.');

type Connect = (this: Socket, ...args: unknown[]) => Socket;
const connect = Socket.prototype.connect as unknown as Connect;
const led: Connect = function (...args) {
  // node:http and node:tls pass their normalised arguments as one array.
  const [options, listener] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof options !== 'object' || options === null || !('host' in options))
    return connect.apply(this, args);
  if (serviceNamed(String(options.host)) === undefined) return connect.apply(this, args);
  return connect.call(this, { ...options, host, port }, listener);
};
Socket.prototype.connect = led as unknown as typeof Socket.prototype.connect;

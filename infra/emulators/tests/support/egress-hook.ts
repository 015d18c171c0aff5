import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

interface Destination {
  readonly path?: string | null;
  readonly host?: string;
}
/** The discard port, where nothing listens, so that the caller sees a refused connection. */
const UNREACHABLE = { host: '127.0.0.1', port: 9 };

type Connect = (this: Socket, ...args: unknown[]) => Socket;

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?|::ffff:127(\.\d+){3})$/i;

/** This machine on its networks, and on all of them. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set([
  '0.0.0.0',
  ...Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address)),
]);

/** `connect` takes options, `port, host`, a path, or (from node:http) an array of normalised arguments. */
function readDestination(args: readonly unknown[]): Destination {
  const [first, second] = args;
  if (Array.isArray(first)) return readDestination(first);
  if (typeof first === 'object' && first !== null) return first as Destination;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return typeof second === 'string' ? { host: second } : {};
}

let log = '';

/** Rejects all further connections of this process to other machines and logs them to `logFile`. */
export function rejectEgress(logFile: string): void {
  if (log === '') watchConnections();
  log = logFile;
}

function watchConnections(): void {
  const connect = Socket.prototype.connect as unknown as Connect;
  const watched: Connect = function (...args) {
    const { path, host = 'localhost' } = readDestination(args);
    if (typeof path === 'string' || LOOPBACK.test(host) || OWN_ADDRESSES.has(host))
      return connect.apply(this, args);
    appendFileSync(log, `process ${process.pid} (${process.argv[1] ?? 'node'}) → ${host}\n`);
    return connect.call(this, UNREACHABLE);
  };
  Socket.prototype.connect = watched as unknown as typeof Socket.prototype.connect;
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ChildRequest } from './child.ts';
import type { IdentityServerOptions } from './identity-server.ts';

export interface IdentityEmulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly projectId: string;
  readonly dataDir?: string | undefined;
}

export interface IdentityEmulator {
  readonly url: string;
  /** `host:port`, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  readonly authority: string;
  readonly pid: number;
  /** Resolves when the process has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  reset(): Promise<void>;
  /** Every account is on disk (where there is a data folder) when this resolves. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the official Auth emulator in a process of its own, which ends with this one. */
export async function startIdentityEmulator(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  const { port = 0, host = '127.0.0.1', projectId, dataDir } = options;
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit').then(() => undefined);
  // A process that is gone before it hears this says so by its exit.
  child.send({ port, host, projectId, dataDir } satisfies IdentityServerOptions, () => undefined);
  const authority = `${host}:${await readyPort(child)}`;
  const ask = callsTo(child);
  return {
    url: `http://${authority}`,
    authority,
    pid: child.pid ?? 0,
    ended,
    reset: () => ask('reset'),
    settle: () => ask('settle'),
    close: async () => {
      if (child.connected) await ask('close');
      await ended;
    },
  };
}

async function readyPort(child: ChildProcess): Promise<number> {
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as ChildMessage),
    once(child, 'exit').then(([code]): ChildMessage => ({ kind: 'failed', reason: `it ended with ${code}` })),
  ]);
  if (message.kind === 'ready') return message.port;
  const reason = message.kind === 'failed' ? message.reason : 'it spoke out of turn';
  throw new Error(`The Auth emulator did not start: ${reason}`);
}

function callsTo(child: ChildProcess): (call: ChildRequest['call']) => Promise<void> {
  let lastId = 0;
  return (call) => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (error) reject(error);
        else resolve();
      };
      // A process that ends by itself in the meantime is closed as well.
      const onExit = () => settle(call === 'close' ? undefined : new Error('The Auth emulator has ended.'));
      const onMessage = (message: ChildMessage) => {
        if (message.kind !== 'answer' || message.id !== id) return;
        settle(message.reason === undefined ? undefined : new Error(message.reason));
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send({ id, call } satisfies ChildRequest, (error) => error && onExit());
    });
  };
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandError, type Connection, type Parameters, toError } from './commands.ts';

const QUIT_WITHIN_MS = 20_000;

interface PendingCommand {
  readonly command: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a session with `firefox`, whose Marionette listens on the local `port`. */
export async function connectToMarionette(
  firefox: ChildProcess,
  port: number,
): Promise<MarionetteConnection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new MarionetteConnection(firefox, socket);
  await connection.send('NewSession');
  return connection;
}

/** Marionette protocol: WebDriver commands as JSON, each prefixed with its length in bytes. */
export class MarionetteConnection implements Connection {
  readonly #firefox: ChildProcess;
  readonly #socket: Socket;
  readonly #pending = new Map<number, PendingCommand>();
  #received: Buffer = Buffer.alloc(0);
  #lastId = 0;

  constructor(firefox: ChildProcess, socket: Socket) {
    this.#firefox = firefox;
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => this.#rejectPending());
  }

  send(command: string, parameters: Parameters = {}): Promise<unknown> {
    this.#lastId += 1;
    const message = JSON.stringify([
      0,
      this.#lastId,
      command.includes(':') ? command : `WebDriver:${command}`,
      parameters,
    ]);
    return new Promise((resolve, reject) => {
      this.#pending.set(this.#lastId, { command, resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  /** Quits Firefox and waits until it has saved its profile, which happens after it disconnects. */
  async close(): Promise<void> {
    const ended = once(this.#firefox, 'exit');
    await this.send('Marionette:Quit', { flags: ['eAttemptQuit'] });
    await Promise.race([ended, pause(QUIT_WITHIN_MS, undefined, { ref: false })]);
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const start = this.#received.indexOf(':') + 1;
      if (start === 0) return;
      const end = start + Number(this.#received.toString('utf8', 0, start - 1));
      if (this.#received.length < end) return;
      this.#settle(JSON.parse(this.#received.toString('utf8', start, end)));
      this.#received = this.#received.subarray(end);
    }
  }

  /** A response is [1, id, error, result]; the initial greeting is an object. */
  #settle(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, id, failure, result] = message as [1, number, CommandError | null, unknown];
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (failure) pending?.reject(toError(pending.command, failure));
    else pending?.resolve(unwrapped(result));
  }

  #rejectPending(): void {
    for (const { command, reject } of this.#pending.values())
      reject(new Error(`${command}: Firefox has exited`));
  }
}

/** Single values are wrapped in { value }, lists are not. */
function unwrapped(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type Parameters, type Refusal, refused } from './commands.ts';

const QUIT_WITHIN_MS = 20_000;

interface Asked {
  readonly command: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a session of `firefox`, whose Marionette listens at `port` of this machine. */
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

/** WebDriver's commands as JSON, each message after its length in bytes: what geckodriver makes of HTTP. */
export class MarionetteConnection implements Connection {
  readonly #firefox: ChildProcess;
  readonly #socket: Socket;
  readonly #asked = new Map<number, Asked>();
  #received: Buffer = Buffer.alloc(0);
  #lastId = 0;

  constructor(firefox: ChildProcess, socket: Socket) {
    this.#firefox = firefox;
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('close', () => this.#giveUp());
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
      this.#asked.set(this.#lastId, { command, resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  /** Has Firefox write down what it keeps, which it does after it has hung up, and end. */
  async close(): Promise<void> {
    const ended = once(this.#firefox, 'exit');
    await this.send('Marionette:Quit', { flags: ['eAttemptQuit'] });
    await Promise.race([ended, pause(QUIT_WITHIN_MS, undefined, { ref: false })]);
  }

  #take(chunk: Buffer): void {
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

  /** An answer is [1, id, refusal, result]; the greeting, which comes first, is an object and answers nothing. */
  #settle(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [, id, refusal, result] = message as [1, number, Refusal | null, unknown];
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (refusal) asked?.reject(refused(asked.command, refusal));
    else asked?.resolve(unwrapped(result));
  }

  #giveUp(): void {
    for (const { command, reject } of this.#asked.values()) reject(new Error(`${command}: Firefox is gone`));
  }
}

/** A single value comes as { value }, a list as itself. */
function unwrapped(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Language } from './languages.ts';

/** A line that a program prints: the answer to a call, or something that a listener was told. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
  readonly listener?: string;
  readonly value?: unknown;
}

/** What an SDK threw; `code` is the SDK's own name for it, written as Java does. */
export class ClientError extends Error {
  readonly code: string;

  constructor({ code, message }: NonNullable<Message['error']>) {
    super(message);
    this.name = 'ClientError';
    this.code = code;
  }
}

/** A process with an admin SDK that makes the calls it is asked for, each a line of JSON with a line as its answer. */
export class ClientProgram {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #told = new Map<string, unknown[]>();
  #stderr = '';
  #lastId = 0;

  private constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    createInterface(process.stdout).on('line', (line) => this.#receive(JSON.parse(line) as Message));
    process.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    process.once('close', (code) =>
      this.#refuseOpenCalls(`The program ended with ${code}.\n${this.#stderr}`),
    );
  }

  /** What the SDK is told, it is told by `environment`. */
  static async start(
    language: Language,
    environment: Readonly<Record<string, string>>,
  ): Promise<ClientProgram> {
    const [command, ...args] = inject('clientCommands')[language];
    const child = spawn(command, args, { env: { ...process.env, ...environment } });
    await once(child, 'spawn');
    return new ClientProgram(child);
  }

  /** Rejects with a `ClientError` where the SDK throws. */
  call<T = unknown>(method: string, params: object = {}): Promise<T> {
    this.#lastId += 1;
    const pending = Promise.withResolvers<unknown>();
    this.#calls.set(this.#lastId, pending);
    this.#process.stdin.write(`${JSON.stringify({ id: this.#lastId, method, params })}\n`);
    return pending.promise as Promise<T>;
  }

  /** All that the listener was told, from its beginning on. */
  told(listener: string): readonly unknown[] {
    return this.#told.get(listener) ?? [];
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'close');
    this.#process.stdin.end();
    await ended;
  }

  #receive({ id, result, error, listener, value }: Message): void {
    if (listener !== undefined) {
      this.#told.set(listener, [...this.told(listener), value]);
      return;
    }
    const pending = this.#calls.get(id ?? 0);
    this.#calls.delete(id ?? 0);
    if (error) pending?.reject(new ClientError(error));
    else pending?.resolve(result);
  }

  #refuseOpenCalls(reason: string): void {
    for (const { reject } of this.#calls.values()) reject(new Error(reason));
    this.#calls.clear();
  }
}

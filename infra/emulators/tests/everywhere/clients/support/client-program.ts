import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Language } from './languages.ts';

/** A line printed by the program: the response to a call, or an event for a listener. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
  readonly listener?: string;
  readonly value?: unknown;
}

/** An error thrown by an SDK; `code` is the SDK's name for it, in Java's notation. */
class ClientError extends Error {
  readonly code: string;

  constructor({ code, message }: NonNullable<Message['error']>) {
    super(message);
    this.name = 'ClientError';
    this.code = code;
  }
}

/** A process that runs Admin SDK calls, with one JSON line per call and one per response. */
export class ClientProgram {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #received = new Map<string, unknown[]>();
  #stderr = '';
  #lastId = 0;

  private constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    createInterface(process.stdout).on('line', (line) => this.#receive(JSON.parse(line) as Message));
    process.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    process.once('close', (code) =>
      this.#rejectPendingCalls(`The program exited with code ${code}.\n${this.#stderr}`),
    );
  }

  /** `environment` configures the SDK. */
  static async start(
    language: Language,
    environment: Readonly<Record<string, string>>,
  ): Promise<ClientProgram> {
    const [command, ...args] = inject('clientCommands')[language];
    const child = spawn(command, args, { env: { ...process.env, ...environment } });
    await once(child, 'spawn');
    return new ClientProgram(child);
  }

  /** Rejects with a `ClientError` if the SDK throws. */
  call<T = unknown>(method: string, params: object = {}): Promise<T> {
    this.#lastId += 1;
    const pending = Promise.withResolvers<unknown>();
    this.#calls.set(this.#lastId, pending);
    this.#process.stdin.write(`${JSON.stringify({ id: this.#lastId, method, params })}\n`);
    return pending.promise as Promise<T>;
  }

  /** All events that the listener has received. */
  received(listener: string): readonly unknown[] {
    return this.#received.get(listener) ?? [];
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'close');
    this.#process.stdin.end();
    await ended;
  }

  #receive({ id, result, error, listener, value }: Message): void {
    if (listener !== undefined) {
      this.#received.set(listener, [...this.received(listener), value]);
      return;
    }
    const pending = this.#calls.get(id ?? 0);
    this.#calls.delete(id ?? 0);
    if (error) pending?.reject(new ClientError(error));
    else pending?.resolve(result);
  }

  #rejectPendingCalls(reason: string): void {
    for (const { reject } of this.#calls.values()) reject(new Error(reason));
    this.#calls.clear();
  }
}

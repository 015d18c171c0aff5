import type { ServerResponse } from 'node:http';
import type { Transport } from '../protocol/transport.ts';
import type { Packet } from '../wire/packet.ts';

export interface PollTransportOptions {
  readonly maxBacklogBytes: number;
  /** Milliseconds to hold a poll when there is nothing to send. */
  readonly holdMs: number;
  /** Called once, when the server closes the connection. */
  readonly onClose: () => void;
}

/** Sends packets as responses to held polls: each response is a numbered script with all queued packets. */
export class PollTransport implements Transport {
  readonly #options: PollTransportOptions;
  #queue: string[] = [];
  #queueLength = 0;
  #number = 0;
  #held: ServerResponse | null = null;
  #holdTimer: NodeJS.Timeout | undefined;
  #scheduled = false;
  #closing = false;

  constructor(options: PollTransportOptions) {
    this.#options = options;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  send(packet: Packet): void {
    if (this.#closing) return;
    this.#queue.push(packet.text);
    this.#queueLength += packet.text.length;
    if (this.#queueLength > this.#options.maxBacklogBytes) this.close();
    else this.#schedule();
  }

  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#schedule();
    this.#options.onClose();
  }

  /** The first response also defines the callback functions for the scripts that follow. */
  answerStart(response: ServerResponse, prologue: string): void {
    sendScript(response, prologue + this.#takeScript());
  }

  /** Replaces the held poll, which is answered with the current queue. */
  hold(response: ServerResponse): void {
    if (this.#held) this.#release();
    this.#held = response;
    response.on('close', () => {
      if (this.#held === response) this.#held = null;
    });
    if (this.#queue.length > 0 || this.#closing) this.#schedule();
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => this.#release(), this.#options.holdMs).unref();
  }

  // Packets sent in one event loop turn share one response.
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#queue.length > 0 || this.#closing) this.#release();
    });
  }

  #release(): void {
    const response = this.#held;
    if (!response) return;
    this.#held = null;
    clearTimeout(this.#holdTimer);
    sendScript(response, this.#takeScript());
  }

  #takeScript(): string {
    const number = this.#number++;
    const script = `pRTLPCB(${number},[${this.#queue.join(',')}]);`;
    this.#queue = [];
    this.#queueLength = 0;
    return this.#closing ? `${script}pLPCommand('close',${number});` : script;
  }
}

export function sendScript(response: ServerResponse, script: string): void {
  response.writeHead(200, {
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(script);
}

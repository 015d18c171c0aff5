import type { ServerResponse } from 'node:http';
import type { Transport } from '../protocol/transport.ts';
import type { Packet } from '../wire/packet.ts';

export interface PollTransportOptions {
  readonly maxBacklogBytes: number;
  /** How long a poll is held while there is nothing to say. */
  readonly holdMs: number;
  /** Called once when this side ends the connection. */
  readonly onClose: () => void;
}

/** Sends through held requests: each answer is a script with a number and what has piled up. */
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

  /** The first answer also says where the scripts of this connection call. */
  answerStart(response: ServerResponse, prologue: string): void {
    sendScript(response, prologue + this.#takeScript());
  }

  /** Takes the place of the poll that is held, which is answered with what there is. */
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

  // What one turn produces leaves in one answer.
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

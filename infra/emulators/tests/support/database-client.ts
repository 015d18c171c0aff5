import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Reply {
  readonly s: string;
  readonly d: unknown;
}

export interface ServerMessage {
  readonly t: 'c' | 'd';
  readonly d: {
    readonly r?: number;
    readonly b?: unknown;
    readonly a?: string;
    readonly t?: string;
    readonly d?: unknown;
  };
}

export interface DatabaseClientOptions {
  readonly headers?: Record<string, string>;
  /** False to simulate a dead client. */
  readonly autoPong?: boolean;
  /** The session that this connection replaces. */
  readonly lastSession?: string;
}

/** Resolves with a socket and the server's first message on it. */
export async function hearFirst(url: string, namespace: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/.ws?v=5&ns=${namespace}`);
  const [first] = await once(socket, 'message');
  return { socket, first: JSON.parse(String(first)) };
}

/** A low-level database client, for measurements without the SDK's overhead and for invalid messages. */
export class DatabaseClient {
  readonly socket: WebSocket;
  readonly pushes: ServerMessage[] = [];
  readonly closed: Promise<number>;
  /** The session ID assigned by the server. */
  session = '';
  onPush: ((message: ServerMessage) => void) | null = null;
  #next = 1;
  #missing = 0;
  #pieces: string[] = [];
  readonly #waiting = new Map<number, (reply: Reply) => void>();

  private constructor(url: string, { headers = {}, autoPong = true }: DatabaseClientOptions) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, headers, autoPong });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
  }

  /** Connects and waits for the server's greeting. */
  static async connect(
    url: string,
    namespace: string,
    options: DatabaseClientOptions = {},
  ): Promise<DatabaseClient> {
    const last = options.lastSession ? `&ls=${options.lastSession}` : '';
    const client = new DatabaseClient(
      `${url.replace(/^http/, 'ws')}/.ws?v=5&ns=${namespace}${last}`,
      options,
    );
    await new Promise<void>((resolve, reject) => {
      client.socket.on('error', reject);
      client.socket.on('message', (data) => {
        client.#receive(String(data));
        resolve();
      });
    });
    return client;
  }

  request(action: string, body: unknown): Promise<Reply> {
    return this.requestText(action, JSON.stringify(body));
  }

  /** For JSON that JavaScript does not write. */
  requestText(action: string, bodyJson: string): Promise<Reply> {
    const number = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#send(`{"t":"d","d":{"r":${number},"a":${JSON.stringify(action)},"b":${bodyJson}}}`);
    });
  }

  set(path: string, value: unknown): Promise<Reply> {
    return this.request('p', { p: path, d: value });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #send(text: string): void {
    const frameLength = 16384;
    if (text.length <= frameLength) {
      this.socket.send(text);
      return;
    }
    this.socket.send(String(Math.ceil(text.length / frameLength)));
    for (let at = 0; at < text.length; at += frameLength) this.socket.send(text.slice(at, at + frameLength));
  }

  #receive(frame: string): void {
    if (this.#missing > 0) {
      this.#pieces.push(frame);
      if (--this.#missing > 0) return;
      this.#handle(JSON.parse(this.#pieces.splice(0).join('')));
    } else if (frame.length <= 6 && /^\d+$/.test(frame)) this.#missing = Number(frame);
    else this.#handle(JSON.parse(frame));
  }

  #handle(message: ServerMessage): void {
    const { r, b } = message.d;
    if (message.t === 'c' && message.d.t === 'h') this.session = (message.d.d as { s: string }).s;
    else if (r === undefined) {
      this.pushes.push(message);
      this.onPush?.(message);
    } else {
      this.#waiting.get(r)?.(b as Reply);
      this.#waiting.delete(r);
    }
  }
}

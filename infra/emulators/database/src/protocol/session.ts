import { type Authority, SIGNED_OUT } from '../namespace/authority.ts';
import type { Namespace } from '../namespace/namespace.ts';
import type { TokenRules } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';
import type { Packet } from '../wire/packet.ts';
import { awaitKey } from './auth-token.ts';
import {
  type ClientRequest,
  controlPacket,
  ProtocolError,
  parseClientMessage,
  replyPacket,
} from './messages.ts';
import { OnDisconnectQueue } from './on-disconnect-queue.ts';
import { SessionListens } from './session-listens.ts';
import { tokenExpiry } from './token-expiry.ts';

/** A socket or a long poll connection to one client. */
export interface Transport {
  send(packet: Packet): void;
  close(reason: string): void;
}

/** Performs a request and returns the reply's data as JSON text. A DatabaseError becomes an error reply. */
export type PerformAction = (session: Session, request: ClientRequest) => string;

export interface SessionOptions {
  readonly id: string;
  readonly namespace: Namespace;
  /** Why this client never gets owner rights, if so. */
  readonly ownerRejection: string | undefined;
  readonly perform: PerformAction;
  readonly tokenRules: TokenRules;
}

/** One client connection over any transport: its identity, listens and onDisconnect writes. */
export class Session {
  readonly id: string;
  readonly namespace: Namespace;
  readonly ownerRejection: string | undefined;
  readonly tokenRules: TokenRules;
  readonly listens = new SessionListens(this);
  readonly onDisconnect = new OnDisconnectQueue();
  readonly tokenExpiry = tokenExpiry(this);
  authority: Authority = SIGNED_OUT;
  readonly #perform: PerformAction;
  #transport: Transport;
  #closed = false;
  /** Messages behind a token whose key is being fetched. */
  #held: string[] | undefined;

  constructor(options: SessionOptions, transport: Transport) {
    this.id = options.id;
    this.namespace = options.namespace;
    this.ownerRejection = options.ownerRejection;
    this.#perform = options.perform;
    this.tokenRules = options.tokenRules;
    this.#transport = transport;
  }

  /** `host` is the address that the client reconnects to. */
  sendHello(host: string): void {
    this.send(controlPacket('h', { ts: Date.now(), v: '5', h: host, s: this.id }));
  }

  send(packet: Packet): void {
    if (!this.#closed) this.#transport.send(packet);
  }

  switchTransport(transport: Transport): void {
    this.#transport = transport;
  }

  closeTransport(reason: string): void {
    this.#transport.close(reason);
  }

  setAuthority(authority: Authority): void {
    this.authority = authority;
    this.listens.recheck();
  }

  /** Handles one whole message. A protocol violation ends only this connection. */
  receive(text: string): void {
    if (this.#closed) return;
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    try {
      const message = parseClientMessage(text);
      if (message.type === 'request') this.#handleInTurn(message.request);
      else if (message.control === 'p') this.send(controlPacket('o', {}));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#transport.close(error.message);
    }
  }

  /** Stops the session's listens and applies its onDisconnect writes. */
  end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.tokenExpiry.stop();
    this.listens.removeAll();
    this.onDisconnect.run(this.namespace, this.authority);
  }

  #handleInTurn(request: ClientRequest): void {
    const { cred } = request.action === 'auth' ? request.body : {};
    const key = typeof cred === 'string' ? awaitKey(cred, this.tokenRules.tokenAuthority) : undefined;
    if (key === undefined) this.#handle(request);
    else void this.#handleAfter(key, request).catch((error) => this.#transport.close(String(error)));
  }

  async #handleAfter(key: Promise<void>, request: ClientRequest): Promise<void> {
    this.#held = [];
    await key;
    const held = this.#held;
    this.#held = undefined;
    if (!this.#closed) this.#handle(request);
    for (const text of held) this.receive(text);
  }

  #handle(request: ClientRequest): void {
    try {
      this.send(replyPacket(request.number, 'ok', this.#perform(this, request)));
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      this.send(replyPacket(request.number, error.status, JSON.stringify(error.message)));
    }
  }
}

import type { ServerResponse } from 'node:http';
import { MAX_MESSAGE_LENGTH } from '../protocol/frame-assembler.ts';
import {
  type ClientMessage,
  controlPacket,
  ProtocolError,
  parseClientMessage,
} from '../protocol/messages.ts';
import type { Session, Transport } from '../protocol/session.ts';
import type { PollTransport } from './poll-transport.ts';
import { SegmentAssembler } from './segment-assembler.ts';

/** A session carried by long polls, until a socket takes over. */
export class PollConnection {
  readonly session: Session;
  readonly password: string;
  readonly transport: PollTransport;
  readonly #segments = new SegmentAssembler();
  #successor: Transport | null = null;
  /** Messages that arrived on the socket before the last poll; processed after it. */
  #early: string[] = [];
  #earlyLength = 0;
  isUpgraded = false;
  lastPollAt = Date.now();

  constructor(session: Session, password: string, transport: PollTransport) {
    this.session = session;
    this.password = password;
    this.transport = transport;
  }

  poll(parameters: URLSearchParams, response: ServerResponse): void {
    this.lastPollAt = Date.now();
    try {
      for (const message of this.#segments.accept(parameters)) this.#receive(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.transport.close();
    }
    this.transport.hold(response);
  }

  /** Output stays on long polls until the client has sent its last poll. */
  offerSocket(socket: Transport): void {
    this.#successor = socket;
    socket.send(controlPacket('a', {}));
  }

  withdrawSocket(socket: Transport): void {
    if (this.#successor === socket) this.#successor = null;
    this.#early = [];
    this.#earlyLength = 0;
  }

  receiveFromSocket(text: string, socket: Transport): void {
    if (this.isUpgraded) {
      this.session.receive(text);
      return;
    }
    const control = readControl(text);
    if (control === 'p') socket.send(controlPacket('o', {}));
    else if (control === null) this.#keepEarly(text);
  }

  #keepEarly(text: string): void {
    this.#earlyLength += text.length;
    if (this.#earlyLength > MAX_MESSAGE_LENGTH)
      throw new ProtocolError('too much socket data before the last poll');
    this.#early.push(text);
  }

  #receive(text: string): void {
    if (this.#successor && readControl(text) === 'n') this.#upgrade(this.#successor);
    else this.session.receive(text);
  }

  #upgrade(socket: Transport): void {
    this.transport.send(controlPacket('n', {}));
    this.isUpgraded = true;
    this.session.switchTransport(socket);
    this.transport.close();
    for (const text of this.#early.splice(0)) this.session.receive(text);
  }
}

function readControl(text: string): string | null {
  const message: ClientMessage = parseClientMessage(text);
  return message.type === 'control' ? message.control : null;
}

import { isObject } from '@outharbor/emulator-kit/json-object';
import { Packet } from '../wire/packet.ts';
import { parseExactJson } from '../wire/parse-json.ts';

export interface ClientRequest {
  readonly number: number;
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Length of the whole message in UTF-16 units. */
  readonly size: number;
}

export function controlPacket(type: string, data: unknown): Packet {
  return new Packet(JSON.stringify({ t: 'c', d: { t: type, d: data } }));
}

export function replyPacket(number: number, status: string, dataJson: string): Packet {
  return new Packet(`{"t":"d","d":{"r":${number},"b":{"s":${JSON.stringify(status)},"d":${dataJson}}}}`);
}

export function eventPacket(action: string, body: unknown): Packet {
  return new Packet(JSON.stringify({ t: 'd', d: { a: action, b: body } }, withoutBigInt));
}

/** A client's query is echoed, and may have a field with an integer of any length. */
const withoutBigInt = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** The client violated the protocol. Closes its connection. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

export type ClientMessage =
  | { readonly type: 'control'; readonly control: string }
  | { readonly type: 'request'; readonly request: ClientRequest };

export function parseClientMessage(text: string): ClientMessage {
  const message = parseObject(text);
  const body = message.d;
  if (!isObject(body)) throw new ProtocolError('message without data');
  if (message.t === 'c' && typeof body.t === 'string') return { type: 'control', control: body.t };
  if (message.t !== 'd') throw new ProtocolError('message of unknown type');
  const { r, a, b } = body;
  if (typeof r !== 'number' || !Number.isSafeInteger(r) || typeof a !== 'string' || !isObject(b)) {
    throw new ProtocolError('a malformed request');
  }
  return { type: 'request', request: { number: r, action: a, body: b, size: text.length } };
}

function parseObject(text: string): Record<string, unknown> {
  rejectDeepJson(text);
  let json: unknown;
  try {
    json = parseExactJson(text);
  } catch (error) {
    throw new ProtocolError(`message is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(json)) throw new ProtocolError('message is not an object');
  return json;
}

const MAX_NESTING = 128;

/** Checked before parsing: a bracket costs one byte on the wire and about fifty in memory. */
export function rejectDeepJson(text: string): void {
  if (text.length <= MAX_NESTING) return;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_NESTING) throw new ProtocolError('message nested too deeply');
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

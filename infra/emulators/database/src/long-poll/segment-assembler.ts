import { MAX_MESSAGE_LENGTH } from '../protocol/frame-assembler.ts';
import { ProtocolError } from '../protocol/messages.ts';

const MAX_SEGMENTS_AHEAD = 1000;

/** Assembles messages from numbered segments of web-safe base64, which may arrive in any order. */
export class SegmentAssembler {
  readonly #early = new Map<number, { readonly count: number; readonly data: string }>();
  #next = 0;
  #parts: string[] = [];
  #length = 0;

  /** Returns the messages completed by the segments of one request. */
  accept(parameters: URLSearchParams): string[] {
    for (let at = 0; parameters.has(`seg${at}`); at++) {
      const number = Number(parameters.get(`seg${at}`));
      const count = Number(parameters.get(`ts${at}`));
      if (!Number.isInteger(number) || !Number.isInteger(count) || count < 1) {
        throw new ProtocolError('a malformed segment');
      }
      if (number >= this.#next) this.#early.set(number, { count, data: parameters.get(`d${at}`) ?? '' });
    }
    if (this.#early.size > MAX_SEGMENTS_AHEAD) throw new ProtocolError('too many segments ahead');
    return this.#takeComplete();
  }

  #takeComplete(): string[] {
    const messages: string[] = [];
    for (;;) {
      const segment = this.#early.get(this.#next);
      if (!segment) return messages;
      this.#early.delete(this.#next++);
      this.#parts.push(segment.data);
      this.#length += segment.data.length;
      if (this.#length > MAX_MESSAGE_LENGTH) throw new ProtocolError('message too large');
      if (this.#parts.length < segment.count) continue;
      messages.push(decode(this.#parts.join('')));
      this.#parts = [];
      this.#length = 0;
    }
  }
}

// The SDK pads with dots.
function decode(base64: string): string {
  return Buffer.from(base64.replace(/\.+$/, ''), 'base64url').toString();
}

import { ProtocolError } from './messages.ts';

/** A numeric frame up to this length announces the number of frames that follow. */
const MAX_COUNT_LENGTH = 6;
const COUNT = /^\d+$/;
const KEEP_ALIVE = '0';
/** In UTF-16 units. Larger than the largest write, so that an oversized write still gets an error reply. */
export const MAX_MESSAGE_LENGTH = 32 * 1024 * 1024;

export class FrameAssembler {
  #missing = 0;
  #pieces: string[] = [];
  #length = 0;

  /** Returns a message when this frame completes one. */
  accept(frame: string): string | null {
    if (this.#missing > 0) return this.#addPiece(frame);
    if (frame === KEEP_ALIVE) return null;
    if (frame.length > MAX_COUNT_LENGTH || !COUNT.test(frame)) return frame;
    this.#missing = Number(frame);
    return null;
  }

  #addPiece(frame: string): string | null {
    this.#length += frame.length;
    if (this.#length > MAX_MESSAGE_LENGTH) throw new ProtocolError('message too large');
    this.#pieces.push(frame);
    this.#missing--;
    if (this.#missing > 0) return null;
    const message = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    return message;
  }
}

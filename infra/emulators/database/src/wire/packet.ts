/** Maximum UTF-16 units that clients accept in one frame. */
const MAX_FRAME_LENGTH = 16384;

/** A message for clients; its WebSocket frames are encoded once for all receivers. */
export class Packet {
  readonly text: string;
  #frames: readonly Buffer[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get frames(): readonly Buffer[] {
    this.#frames ??= splitFrames(this.text).map(textFrame);
    return this.#frames;
  }
}

/** A long message is sent as the number of its pieces, then the pieces. */
function splitFrames(text: string): string[] {
  if (text.length <= MAX_FRAME_LENGTH) return [text];
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return [String(pieces.length), ...pieces];
}

// Never splits a surrogate pair, because each piece is encoded as UTF-8 separately.
function pieceEnd(text: string, at: number): number {
  const end = Math.min(at + MAX_FRAME_LENGTH, text.length);
  const last = text.charCodeAt(end - 1);
  const splitsPair = end < text.length && last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? end - 1 : end;
}

const FINAL_TEXT = 0x81;
const LARGEST_SHORT = 125;
const LENGTH_FOLLOWS = 126;

/** A complete WebSocket text frame of a server (RFC 6455, 5.2), for up to 65535 bytes of text. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length > LARGEST_SHORT ? 4 : 2;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FINAL_TEXT;
  if (headerLength === 2) frame[1] = length;
  else {
    frame[1] = LENGTH_FOLLOWS;
    frame.writeUInt16BE(length, 2);
  }
  frame.write(text, headerLength);
  return frame;
}

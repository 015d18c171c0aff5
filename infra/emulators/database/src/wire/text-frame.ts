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

import { crc32 } from 'node:zlib';

/** One picture of an animation and how long it stays. */
export interface Frame {
  readonly png: Buffer;
  readonly milliseconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Joins PNG files of the same size and colour type into an animated PNG (W3C PNG, third edition) that repeats. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('An animation needs a frame.');
  const header = readHeader(first.png);
  let sequence = 0;
  const animation: Chunk[] = frames.flatMap(({ png, milliseconds }, index) => {
    if (!readHeader(png).equals(header)) throw new Error(`Frame ${index} differs in size or colour type.`);
    const control = { type: 'fcTL', data: frameControl(sequence++, header, milliseconds) };
    const pixels = readChunks(png).filter(({ type }) => type === 'IDAT');
    if (index === 0) return [control, ...pixels];
    return [
      control,
      ...pixels.map(({ data }) => ({ type: 'fdAT', data: Buffer.concat([integer(sequence++), data]) })),
    ];
  });
  return Buffer.concat([
    SIGNATURE,
    written({ type: 'IHDR', data: header }),
    written({ type: 'acTL', data: Buffer.concat([integer(frames.length), integer(0)]) }),
    ...animation.map(written),
    written({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

function readHeader(png: Buffer): Buffer {
  const header = readChunks(png).find(({ type }) => type === 'IHDR');
  if (header === undefined) throw new Error('This is not a PNG file.');
  return header.data;
}

/** Covers the whole picture and replaces the frame before. */
function frameControl(sequence: number, header: Buffer, milliseconds: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  return Buffer.concat([integer(sequence), header.subarray(0, 8), Buffer.alloc(8), delay]);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([integer(data.length), body, integer(crc32(body))]);
}

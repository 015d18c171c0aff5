import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const DECODERS: Readonly<Record<string, (body: Buffer, limit: object) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A request that is answered with `status` and the service's error format. */
export class Rejection extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The path and query that the emulator would see, with one spelling each; undefined for one that has several. */
export function readTarget(target = '/'): URL | undefined {
  const url = URL.parse(target.startsWith('/') ? `http://emulator${target}` : target);
  const path = url?.pathname.replaceAll('%3A', ':').replaceAll('%3a', ':');
  if (url === null || path === undefined || !/^(?!\/\/)[\w.~:@/-]*$/.test(path)) return undefined;
  url.pathname = path;
  return url;
}

/** The body as JSON, undefined when there is none. Throws a `Rejection` for one that is not surely understood. */
export async function readCallBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await collect(request);
  if (bytes === undefined) throw new Rejection(413, 'Request payload size exceeds the limit.');
  if (bytes.length === 0) return undefined;
  const type = readType(request.headers);
  const text = toText(await decompress(bytes, request.headers['content-encoding']));
  return type === 'application/json' ? parseJson(text) : parseForm(text);
}

function readType({ 'content-type': header = '' }: IncomingHttpHeaders): string {
  const [, type = '', charset = 'utf-8'] = /^([^;\s]+)\s*(?:;\s*charset="?([\w-]+)"?)?$/i.exec(header) ?? [];
  const known = ['application/json', 'application/x-www-form-urlencoded'].find(
    (each) => each === type.toLowerCase(),
  );
  if (known === undefined || charset.toLowerCase() !== 'utf-8')
    throw new Rejection(415, `Unsupported content type: ${header}`);
  return known;
}

async function decompress(bytes: Buffer, encoding = 'identity'): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  const decode = DECODERS[encoding];
  if (decode === undefined) throw new Rejection(415, `Unsupported content encoding: ${encoding}`);
  try {
    return await decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch {
    throw new Rejection(400, `The body is not valid ${encoding}.`);
  }
}

function toText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection(400, 'Invalid JSON payload received. The body is not UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Rejection(400, `Invalid JSON payload received. ${(error as Error).message}`);
  }
}

function parseForm(text: string): object {
  const fields = [...new URLSearchParams(text)];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new Rejection(400, 'A field was sent twice.');
  return Object.fromEntries(fields);
}

/** Returns undefined for a body that is too large. */
export async function collect(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

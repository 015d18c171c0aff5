import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Changes, Cursors } from './change-feed.ts';
import { redacted, redactedHeaders, redactedUrl } from './redact.ts';

const KEPT_REQUESTS = 2_000;
const KEPT_BODY_BYTES = 8 * 1024;
/** Marks requests of tools that only look at the state. */
export const UNLOGGED_HEADER = 'x-emulator-unlogged';

export interface RequestSummary {
  readonly id: number;
  /** Milliseconds since the epoch, by the system clock. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  /** Null while there is no answer, and when the connection ended without one. */
  readonly status: number | null;
  /** Null while the request is answered. */
  readonly durationMs: number | null;
  /** The message of an error that was answered. */
  readonly reason: string | null;
  /** By which the answer names the request. */
  readonly requestId: string | null;
}

export interface LoggedRequest extends RequestSummary {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

export interface AnsweredRequest
  extends Pick<RequestSummary, 'at' | 'method' | 'url' | 'status' | 'durationMs'>,
    Pick<LoggedRequest, 'requestHeaders' | 'responseHeaders'> {}

export interface RequestQuery {
  /** Only later requests than the one with this id. */
  readonly after?: number | undefined;
  /** Only requests that contain one of these in their address, a body or the claims of their token. */
  readonly texts?: readonly string[] | undefined;
}

/** A function makes the text when it is read. Thousands of buffers would burden the garbage collector. */
type Chunk = string | (() => string);

interface Entry {
  readonly id: number;
  /** When it last changed. */
  revision: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: Chunk[];
  readonly response: Chunk[];
  status: number | null;
  durationMs: number | null;
  responseHeaders: Readonly<Record<string, unknown>>;
}

/**
 * The last requests to an emulator, over all its namespaces. Recording keeps the first bytes of what was received and
 * sent; they are freed of secrets when somebody reads them.
 */
export class RequestLog {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #cursors = new Cursors();
  #lastId = 0;
  /** Grows with every request and every answer. */
  #revision = 0;

  /** A handler that records what `handle` receives and answers. */
  record(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (request.headers[UNLOGGED_HEADER] === undefined) this.#observe(request, response);
      handle(request, response);
    };
  }

  /** Records a request that did not come over HTTP. */
  add(call: {
    method: string;
    url: string;
    body: () => string;
    bodySize: number;
    status: number;
    answer: string;
  }): void {
    const { method, url, body, bodySize, status, answer } = call;
    const entry = this.#open(method, url, {});
    if (bodySize <= KEPT_BODY_BYTES) entry.request.push(body);
    if (answer.length <= KEPT_BODY_BYTES) entry.response.push(answer);
    entry.status = status;
    entry.durationMs = 0;
  }

  /** Records a request that another process answered. */
  addAnswered(call: AnsweredRequest): void {
    const { method, url, requestHeaders, ...answer } = call;
    Object.assign(this.#open(method, url, requestHeaders), answer);
  }

  /** What came or was answered since the cursor of an earlier answer; everything since `start`. */
  changes(namespace: string | undefined, since: string): Changes<RequestSummary> {
    const known = this.#cursors.positionAt(since);
    const cursor = this.#cursors.at(this.#revision);
    const all = this.#inOrder().filter((entry) => findNamespace(entry) === namespace);
    const rows = all.filter((entry) => entry.revision > known).map(summary);
    return { cursor, count: all.length, rows };
  }

  /** Oldest first. Without a namespace, those outside any. */
  list(namespace: string | undefined, { after = 0, texts }: RequestQuery = {}): RequestSummary[] {
    const chosen = this.#inOrder().filter(
      (entry) =>
        entry.id > after &&
        findNamespace(entry) === namespace &&
        (texts === undefined || mentions(entry, texts)),
    );
    return chosen.map(summary);
  }

  find(namespace: string | undefined, id: number): LoggedRequest | undefined {
    const entry = this.#entries[id % KEPT_REQUESTS];
    if (entry?.id !== id || findNamespace(entry) !== namespace) return undefined;
    return {
      ...summary(entry),
      requestHeaders: redactedHeaders(entry.headers),
      requestBody: redacted(joinChunks(entry.request)),
      responseHeaders: redactedHeaders(entry.responseHeaders),
      responseBody: redacted(joinChunks(entry.response)),
    };
  }

  clear(): void {
    this.#entries.length = 0;
  }

  #observe(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const entry = this.#open(method, url, headers);
    // The parser passes the body through `push`, whoever reads it afterwards.
    observe(request, ['push'], entry.request);
    observe(response, ['write', 'end'], entry.response);
    const { writeHead } = response;
    // Headers that are given to `writeHead` alone are not among those of the response.
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      const more = given.find((each) => typeof each === 'object');
      if (more !== undefined && !Array.isArray(more)) entry.responseHeaders = { ...more };
      return writeHead.apply(response, given);
    }) as typeof writeHead;
    response.once('close', () => {
      entry.durationMs = Date.now() - entry.at;
      entry.revision = this.#nextRevision();
      if (response.headersSent) entry.status = response.statusCode;
      entry.responseHeaders = { ...response.getHeaders(), ...entry.responseHeaders };
    });
  }

  #open(method: string, url: string, headers: IncomingHttpHeaders): Entry {
    this.#lastId += 1;
    const entry: Entry = {
      id: this.#lastId,
      revision: this.#nextRevision(),
      at: Date.now(),
      method,
      url,
      headers,
      request: [],
      response: [],
      status: null,
      durationMs: null,
      responseHeaders: {},
    };
    this.#entries[entry.id % KEPT_REQUESTS] = entry;
    return entry;
  }

  #nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  #inOrder(): Entry[] {
    return this.#entries.filter((entry) => entry !== undefined).sort((one, other) => one.id - other.id);
  }
}

/** Keeps the first bytes that pass through the methods of a stream. */
function observe(stream: object, names: readonly string[], kept: Chunk[]): void {
  let left = KEPT_BODY_BYTES;
  const methods = stream as Record<string, (...given: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name];
    if (original === undefined) continue;
    methods[name] = (...given) => {
      const [chunk] = given;
      if (left > 0 && (typeof chunk === 'string' || chunk instanceof Uint8Array)) {
        kept.push(cutTo(chunk, left));
        left -= chunk.length;
      }
      return original.apply(stream, given);
    };
  }
}

function cutTo(chunk: string | Uint8Array, length: number): string {
  if (Buffer.isBuffer(chunk)) return chunk.toString('utf8', 0, length);
  // A part of a longer text is copied, so that the rest is not kept.
  return typeof chunk === 'string' && chunk.length <= length
    ? chunk
    : Buffer.from(chunk.slice(0, length)).toString();
}

function summary(entry: Entry): RequestSummary {
  const { id, at, method, url, status, durationMs } = entry;
  const reason = status !== null && status >= 400 ? reasonIn(joinChunks(entry.response)) : null;
  const { 'request-id': requestId = entry.responseHeaders['x-request-id'] } = entry.responseHeaders;
  return {
    id,
    at,
    method,
    url: redactedUrl(url),
    status,
    durationMs,
    reason,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

const MAX_REASON_LENGTH = 300;

/** The message of an error in the form of any of the services. */
function reasonIn(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return String(answer);
    const { error, message, title } = answer as Readonly<Record<string, unknown>>;
    const inner = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
    const found = inner ?? message ?? title;
    return typeof found === 'string' ? found.slice(0, MAX_REASON_LENGTH) : null;
  } catch {
    return body === '' ? null : body.slice(0, MAX_REASON_LENGTH);
  }
}

function joinChunks(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (typeof chunk === 'function' ? chunk() : chunk)).join('');
}

/** A namespace is in the address, as a project, database or path, or in the key. */
function findNamespace({ url, headers }: Entry): string | undefined {
  const found =
    /_ns_(\w{1,64})/.exec(url) ?? /\/ns\/(\w{1,64})\//.exec(url) ?? /_ns_(\w{1,64})/.exec(keyIn(headers));
  return found?.[1];
}

function keyIn({ authorization = '', 'x-goog-api-key': apiKey }: IncomingHttpHeaders): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  const credential = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : value;
  return `${credential} ${apiKey ?? ''}`;
}

function mentions(entry: Entry, texts: readonly string[]): boolean {
  const whole = decoded(`${entry.url}\n${joinChunks(entry.request)}\n${joinChunks(entry.response)}`);
  const claims = claimsIn(entry.headers);
  return texts.some((text) => whole.includes(text) || claims.includes(text));
}

/** Of the person on whose behalf the request was made. */
function claimsIn({ authorization = '' }: IncomingHttpHeaders): string {
  const [, claims = ''] = authorization.split('.');
  return Buffer.from(claims, 'base64url').toString();
}

/** Forms are sent percent-encoded. */
function decoded(text: string): string {
  return text.replaceAll(/%40/g, '@').replaceAll('+', ' ');
}

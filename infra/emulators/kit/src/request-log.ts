import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Changes, Cursors } from './change-feed.ts';
import { anyText, integer, list, nullable, type ObjectOf, object, record } from './json-reader.ts';
import { type KeptText, KeptTexts } from './kept-texts.ts';
import { redacted, redactedHeaders, redactedUrl } from './redact.ts';

const KEPT_REQUESTS = 2_000;
const KEPT_BODY_BYTES = 8 * 1024;
/** Marks requests of tools that only look at the state. */
export const UNLOGGED_HEADER = 'x-emulator-unlogged';

const SUMMARY = {
  id: integer(1),
  /** Milliseconds since the epoch, by the system clock. */
  at: integer(0),
  method: anyText,
  url: anyText,
  /** Null while there is no answer, and when the connection ended without one. */
  status: nullable(integer(100, 999)),
  /** Null while the request is answered. */
  durationMs: nullable(integer(0)),
  /** The message of an error that was answered. */
  reason: nullable(anyText),
  /** The id that the answer gives the request. */
  requestId: nullable(anyText),
};
const HEADERS = record(anyText);
const CONTENT = {
  requestHeaders: HEADERS,
  requestBody: anyText,
  responseHeaders: HEADERS,
  responseBody: anyText,
};

export const readRequests = list(object({ ...SUMMARY, ...CONTENT }), KEPT_REQUESTS);

export type RequestSummary = ObjectOf<typeof SUMMARY>;
export type LoggedRequest = ObjectOf<typeof SUMMARY & typeof CONTENT>;

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
  /** The log's revision when the entry last changed. */
  revision: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  status: number | null;
  durationMs: number | null;
  content: Content | KeptText;
  /** Null outside any namespace; undefined until first asked for. */
  namespace?: string | null;
}

interface Content {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly request: Chunk[];
  responseHeaders: Readonly<Record<string, unknown>>;
  readonly response: Chunk[];
}

/**
 * The last requests to an emulator, over all its namespaces. Recording keeps the first bytes of what was received and
 * sent; they are freed of secrets when somebody reads them.
 */
export class RequestLog {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #texts = new KeptTexts();
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
    const content = emptyContent({});
    if (bodySize <= KEPT_BODY_BYTES) content.request.push(body);
    if (answer.length <= KEPT_BODY_BYTES) content.response.push(answer);
    Object.assign(this.#open(method, url, content), { status, durationMs: 0 });
  }

  /** Records a request that another process answered. */
  addAnswered(call: AnsweredRequest): void {
    const { method, url, requestHeaders, responseHeaders, ...answer } = call;
    Object.assign(this.#open(method, url, { ...emptyContent(requestHeaders), responseHeaders }), answer);
  }

  /** Requests that arrived or were answered since the cursor of an earlier answer; all since `start`. */
  changes(namespace: string | undefined, since: string): Changes<RequestSummary> {
    const known = this.#cursors.positionAt(since);
    const cursor = this.#cursors.at(this.#revision);
    const all = this.#inOrder().filter((entry) => this.#isIn(namespace, entry));
    const rows = all
      .filter((entry) => entry.revision > known)
      .map((entry) => summary(entry, this.#read(entry)));
    return { cursor, count: all.length, rows };
  }

  /** Lists the requests of a namespace, oldest first; without one, those outside any namespace. */
  list(namespace: string | undefined, { after = 0, texts }: RequestQuery = {}): RequestSummary[] {
    const chosen = this.#inOrder().filter(
      (entry) =>
        entry.id > after &&
        this.#isIn(namespace, entry) &&
        (texts === undefined || mentions(entry.url, this.#read(entry), texts)),
    );
    return chosen.map((entry) => summary(entry, this.#read(entry)));
  }

  find(namespace: string | undefined, id: number): LoggedRequest | undefined {
    const entry = this.#entries[id % KEPT_REQUESTS];
    if (entry?.id !== id || !this.#isIn(namespace, entry)) return undefined;
    const content = this.#read(entry);
    const { requestHeaders, request, responseHeaders, response } = content;
    return {
      ...summary(entry, content),
      requestHeaders: redactedHeaders(requestHeaders),
      requestBody: redacted(joinChunks(request)),
      responseHeaders: redactedHeaders(responseHeaders),
      responseBody: redacted(joinChunks(response)),
    };
  }

  /** All of a namespace, oldest first, without secrets. */
  whole(namespace: string | undefined): LoggedRequest[] {
    return this.list(namespace).flatMap(({ id }) => this.find(namespace, id) ?? []);
  }

  /** Replaces the requests of a namespace. They keep their numbers, unless another namespace has one in the place. */
  restore(namespace: string | undefined, requests: readonly LoggedRequest[]): void {
    this.clear(namespace);
    for (const { id, at, method, url, status, durationMs, ...content } of requests) {
      const { requestHeaders, requestBody, responseHeaders, responseBody } = content;
      const kept = { requestHeaders, request: [requestBody], responseHeaders, response: [responseBody] };
      const isFree = this.#entries[id % KEPT_REQUESTS] === undefined;
      const entry = this.#open(method, url, this.#texts.keep(JSON.stringify(kept)), isFree ? id : undefined);
      Object.assign(entry, { at, status, durationMs, namespace: namespace ?? null });
    }
  }

  /** Forgets the requests of a namespace; without one, those outside any namespace. */
  clear(namespace?: string): void {
    for (const [place, entry] of this.#entries.entries()) {
      if (entry === undefined || !this.#isIn(namespace, entry)) continue;
      this.#forget(entry);
      this.#entries[place] = undefined;
    }
  }

  #observe(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const content = emptyContent(headers);
    const entry = this.#open(method, url, content);
    observe(request, response, content);
    response.once('close', () => {
      entry.durationMs = Date.now() - entry.at;
      entry.revision = this.#nextRevision();
      if (response.headersSent) entry.status = response.statusCode;
      content.responseHeaders = { ...response.getHeaders(), ...content.responseHeaders };
      if (this.#entries[entry.id % KEPT_REQUESTS] === entry) {
        entry.content = this.#texts.keep(JSON.stringify(content));
      }
    });
  }

  #open(method: string, url: string, content: Entry['content'], id = this.#lastId + 1): Entry {
    this.#lastId = Math.max(this.#lastId, id);
    const entry: Entry = {
      id,
      revision: this.#nextRevision(),
      at: Date.now(),
      method,
      url,
      status: null,
      durationMs: null,
      content,
    };
    const place = entry.id % KEPT_REQUESTS;
    this.#forget(this.#entries[place]);
    this.#entries[place] = entry;
    return entry;
  }

  #forget(entry: Entry | undefined): void {
    if (entry !== undefined && 'page' in entry.content) this.#texts.release(entry.content);
  }

  #read({ content }: Entry): Content {
    return 'page' in content ? (JSON.parse(this.#texts.read(content)) as Content) : content;
  }

  #isIn(namespace: string | undefined, entry: Entry): boolean {
    if (entry.namespace === undefined)
      entry.namespace = findNamespace(entry.url, this.#read(entry).requestHeaders) ?? null;
    return entry.namespace === (namespace ?? null);
  }

  #nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  #inOrder(): Entry[] {
    return this.#entries.filter((entry) => entry !== undefined).sort((one, other) => one.id - other.id);
  }
}

function emptyContent(requestHeaders: IncomingHttpHeaders): Content {
  return { requestHeaders, request: [], responseHeaders: {}, response: [] };
}

const OBSERVED = Symbol('content');

interface Observed {
  [OBSERVED]: Content;
}

type Method = (this: object, ...given: unknown[]) => unknown;

/*
 * The methods below are put on each request and response. They are shared: closures of their own would make every
 * request outlive the young generation.
 */

function observe(
  request: IncomingMessage & Partial<Observed>,
  response: ServerResponse & Partial<Observed>,
  content: Content,
): void {
  request[OBSERVED] = content;
  // The parser passes the body through `push`, whoever reads it afterwards.
  request.push = push as typeof request.push;
  response[OBSERVED] = content;
  response.write = write as typeof response.write;
  response.end = end as typeof response.end;
  response.writeHead = writeHead as typeof response.writeHead;
}

const keeping = (body: 'request' | 'response', method: string) =>
  function keepAndPass(this: Observed, ...given: unknown[]): unknown {
    keepFirst(this[OBSERVED][body], given[0]);
    return original(this, method).apply(this, given);
  };
const push = keeping('request', 'push');
const write = keeping('response', 'write');
const end = keeping('response', 'end');

/** Headers that are passed only to this call are not among those of the response. */
function writeHead(this: Observed, ...given: unknown[]): unknown {
  const more = given.find((each) => typeof each === 'object');
  if (more !== undefined && !Array.isArray(more)) this[OBSERVED].responseHeaders = { ...more };
  return original(this, 'writeHead').apply(this, given);
}

function original(stream: Observed, name: string): Method {
  return Object.getPrototypeOf(stream)[name];
}

/** Keeps the first bytes of a body. */
function keepFirst(kept: Chunk[], chunk: unknown): void {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
  const left = KEPT_BODY_BYTES - kept.reduce((sum, { length }) => sum + length, 0);
  if (left > 0) kept.push(cutTo(chunk, left));
}

function cutTo(chunk: string | Uint8Array, length: number): string {
  if (Buffer.isBuffer(chunk)) return chunk.toString('utf8', 0, length);
  // A part of a longer text is copied, so that the rest is not kept.
  return typeof chunk === 'string' && chunk.length <= length
    ? chunk
    : Buffer.from(chunk.slice(0, length)).toString();
}

function summary(entry: Entry, { response, responseHeaders }: Content): RequestSummary {
  const { id, at, method, url, status, durationMs } = entry;
  const { 'request-id': requestId = responseHeaders['x-request-id'] } = responseHeaders;
  return {
    id,
    at,
    method,
    url: redactedUrl(url),
    status,
    durationMs,
    reason: status !== null && status >= 400 ? messageIn(joinChunks(response)) : null,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

const MAX_REASON_LENGTH = 300;

/** The message of an error in the form of any of the services. */
export function messageIn(body: string): string | null {
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
function findNamespace(url: string, headers: IncomingHttpHeaders): string | undefined {
  const found =
    /_ns_(\w{1,64})/.exec(url) ?? /\/ns\/(\w{1,64})\//.exec(url) ?? /_ns_(\w{1,64})/.exec(keyIn(headers));
  return found?.[1];
}

function keyIn({ authorization = '', 'x-goog-api-key': apiKey }: IncomingHttpHeaders): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  const credential = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : value;
  return `${credential} ${apiKey ?? ''}`;
}

function mentions(url: string, content: Content, texts: readonly string[]): boolean {
  const whole = decoded(`${url}\n${joinChunks(content.request)}\n${joinChunks(content.response)}`);
  const claims = claimsIn(content.requestHeaders);
  return texts.some((text) => whole.includes(text) || claims.includes(text));
}

/** The claims of the person on whose behalf the request was made. */
function claimsIn({ authorization = '' }: IncomingHttpHeaders): string {
  const [, claims = ''] = authorization.split('.');
  return Buffer.from(claims, 'base64url').toString();
}

/** Forms are sent percent-encoded. */
function decoded(text: string): string {
  return text.replaceAll(/%40/g, '@').replaceAll('+', ' ');
}

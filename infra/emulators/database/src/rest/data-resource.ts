import { rejectDeepJson } from '../protocol/messages.ts';
import { missingIndex, type Query } from '../query/query.ts';
import { findWindow, windowNode } from '../query/window.ts';
import { type DataNode, getPriority } from '../tree/data-node.ts';
import { permissionDenied } from '../tree/database-error.ts';
import { hashNode } from '../tree/hash.ts';
import { type Path, parsePath, parseWritePath } from '../tree/node-path.ts';
import { toExportJson, toPlainJson, toShallowJson } from '../tree/to-json.ts';
import { mergeRequest, putRequest, type WriteRequest } from '../tree/write-request.ts';
import { indentedJson } from './indented-json.ts';
import { parseRestQuery } from './parse-rest-query.ts';
import { nextPushId } from './push-id.ts';
import { parseJson, type RestRequest } from './rest-request.ts';
import { ok, RestError, type RestResponse } from './rest-response.ts';

const NO_DATA_ETAG = 'null_etag';

type Handler = (request: RestRequest, body: string) => RestResponse;

/** Handlers for `/<path>.json`, by method. */
export const DATA_METHODS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['GET', read],
  ['HEAD', read],
  ['PUT', (request, body) => replace(request, bodyJson(body))],
  ['PATCH', (request, body) => update(request, bodyJson(body))],
  ['POST', (request, body) => append(request, bodyJson(body))],
  ['DELETE', (request) => replace(request, null)],
]);

function bodyJson(body: string): unknown {
  rejectDeepJson(body);
  return parseJson(body, "Invalid data; couldn't parse JSON object, array, or value.");
}

function read(request: RestRequest): RestResponse {
  const { path, priorityOnly } = parseWritePath(request.path);
  const query = parseRestQuery(request.parameters);
  const data = readableNode(request, path, query);
  const node = priorityOnly ? getPriority(data) : data;
  const known = request.headers['if-none-match'];
  const etag = wantsETag(request) || known !== undefined ? toEtag(node) : undefined;
  if (etag !== undefined && known === etag) return { status: 304, body: '', headers: { etag } };
  return answered(request, formatNode(request, node), etag);
}

/** Returns the data the caller may read; throws when reading is denied. */
export function readableNode(request: RestRequest, path: Path, query: Query | undefined): DataNode {
  const { namespace, authority } = request;
  if (!namespace.decideRead(authority, path, query).allowed) throw permissionDenied();
  if (query && !namespace.ruleSet.hasIndex(path, query.index)) {
    throw new RestError(400, missingIndex(path, query));
  }
  const node = namespace.nodeAt(path);
  return query ? windowNode(findWindow(query, node), node) : node;
}

function replace(request: RestRequest, json: unknown): RestResponse {
  const mismatch = checkETag(request);
  if (mismatch) return mismatch;
  const write = putRequest(request.path, json);
  request.namespace.write(request.authority, write);
  return written(request, formatNode(request, writtenNode(request, write)), write);
}

function update(request: RestRequest, json: unknown): RestResponse {
  // firebase-tools removes data so (src/database/removeRemote.ts).
  if (json === null) return replace(request, null);
  const write = mergeRequest(request.path, json);
  request.namespace.write(request.authority, write);
  const parts = write.assignments.map(({ path, priorityOnly }) => {
    const key = [...path.slice(write.base.length), ...(priorityOnly ? ['.priority'] : [])].join('/');
    const node = request.namespace.nodeAt(path);
    return `${JSON.stringify(key)}:${formatNode(request, priorityOnly ? getPriority(node) : node)}`;
  });
  return written(request, `{${parts.join(',')}}`, write);
}

function append(request: RestRequest, json: unknown): RestResponse {
  const name = nextPushId(Date.now());
  const write = putRequest(`${request.path}/${name}`, json);
  request.namespace.write(request.authority, write);
  return written(request, JSON.stringify({ name }), write);
}

function writtenNode({ namespace }: RestRequest, { base, assignments }: WriteRequest): DataNode {
  const node = namespace.nodeAt(base);
  return assignments.every(({ priorityOnly }) => priorityOnly) ? getPriority(node) : node;
}

function written(request: RestRequest, body: string, { base }: WriteRequest): RestResponse {
  return answered(request, body, wantsETag(request) ? toEtag(request.namespace.nodeAt(base)) : undefined);
}

function answered({ parameters }: RestRequest, body: string, etag: string | undefined): RestResponse {
  const headers = etag === undefined ? {} : { etag };
  return parameters.get('print') === 'silent' ? { status: 204, body: '', headers } : ok(body, headers);
}

function wantsETag({ headers }: RestRequest): boolean {
  return headers['x-firebase-etag'] === 'true';
}

function checkETag(request: RestRequest): RestResponse | null {
  const expected = request.headers['if-match'];
  if (expected === undefined) return null;
  const path = parsePath(request.path);
  const node = request.namespace.nodeAt(path);
  const etag = toEtag(node);
  if (expected === etag) return null;
  // The 412 response contains the value, so the caller needs read permission.
  readableNode(request, path, undefined);
  return { status: 412, body: formatNode(request, node), headers: { etag } };
}

function toEtag(node: DataNode): string {
  return node === null ? NO_DATA_ETAG : hashNode(node);
}

function formatNode({ parameters }: RestRequest, node: DataNode): string {
  const isExport = parameters.get('format') === 'export';
  const format = parameters.get('shallow') === 'true' ? toShallowJson : isExport ? toExportJson : toPlainJson;
  return parameters.get('print') === 'pretty' ? indentedJson(format(node)) : format(node);
}

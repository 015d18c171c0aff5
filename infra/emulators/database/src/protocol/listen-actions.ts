import { isObject } from '@outharbor/emulator-kit/json-object';
import { Push } from '../listens/push.ts';
import { parseWireQuery } from '../query/parse-wire-query.ts';
import { missingIndex, type Query } from '../query/query.ts';
import { findWindow, windowNode } from '../query/window.ts';
import { DatabaseError, permissionDenied } from '../tree/database-error.ts';
import { hashNode } from '../tree/hash.ts';
import { formatPath, type Path, parsePath } from '../tree/node-path.ts';
import { toExportJson } from '../tree/to-json.ts';
import type { ClientRequest } from './messages.ts';
import type { Session } from './session.ts';

/** Sends the data before the reply, or no data at all when the client's hash matches. */
export function listen(session: Session, { body }: ClientRequest): string {
  const path = parsePath(body.p);
  const query = parseWireQuery(body.q);
  const tag = query ? parseTag(body.t) : undefined;
  const node = session.listens.add(path, query, tag, body.q);
  if (typeof body.h !== 'string' || body.h === '' || body.h !== hashNode(node)) {
    session.send(new Push(path, node).packet(tag));
  }
  return warningsFor(session, path, query);
}

export function unlisten(session: Session, { body }: ClientRequest): undefined {
  const query = parseWireQuery(body.q);
  session.listens.remove(parsePath(body.p), query, query ? parseTag(body.t) : undefined);
}

export function get(session: Session, { body }: ClientRequest): string {
  const path = parsePath(body.p);
  const query = parseWireQuery(body.q);
  const { namespace, authority } = session;
  if (!namespace.decideRead(authority, path, query).allowed) throw permissionDenied();
  // A listener gets a warning, a single read an error, as at the service (firebase-js-sdk#7843, #8488).
  if (query && isFiltered(body.q) && !namespace.ruleSet.hasIndex(path, query.index)) {
    throw new DatabaseError('index_not_defined', missingIndex(path, query));
  }
  const node = namespace.nodeAt(path);
  return toExportJson(query ? windowNode(findWindow(query, node), node) : node);
}

/** Whether a wire query has a limit or a range, and not only an order. */
function isFiltered(query: unknown): boolean {
  return isObject(query) && ['l', 'sp', 'ep'].some((key) => query[key] !== undefined);
}

function parseTag(tag: unknown): number {
  if (typeof tag === 'number' && Number.isSafeInteger(tag)) return tag;
  throw new DatabaseError('invalid_query', `Invalid query: a filtered listen needs a tag`);
}

function warningsFor(session: Session, path: Path, query: Query | undefined): string {
  if (!query || session.namespace.ruleSet.hasIndex(path, query.index)) return '{}';
  return JSON.stringify({ w: ['no_index'], p: formatPath(path) });
}

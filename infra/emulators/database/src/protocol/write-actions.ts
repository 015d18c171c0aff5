import { DatabaseError } from '../tree/database-error.ts';
import { hashNode } from '../tree/hash.ts';
import { parseWritePath } from '../tree/node-path.ts';
import { mergeRequest, putRequest, type WriteRequest } from '../tree/write-request.ts';
import type { ClientRequest } from './messages.ts';
import type { Session } from './session.ts';

/** Maximum length of one write request in UTF-16 units. */
const MAX_WRITE_LENGTH = 16 * 1024 * 1024;

/** With a hash it is one attempt of a transaction: it writes only if the data still matches the client's. */
export function put(session: Session, request: ClientRequest): undefined {
  const write = readPut(request);
  const { h: expected } = request.body;
  const { namespace, authority } = session;
  if (typeof expected === 'string' && expected !== hashNode(namespace.nodeAt(write.base))) {
    namespace.checkStaleWrite(authority, write);
    throw new DatabaseError('datastale', 'Transaction hash does not match');
  }
  namespace.write(authority, write);
}

export function merge(session: Session, request: ClientRequest): undefined {
  session.namespace.write(session.authority, readMerge(request));
}

export function putOnDisconnect(session: Session, request: ClientRequest): undefined {
  keep(session, readPut(request));
}

export function mergeOnDisconnect(session: Session, request: ClientRequest): undefined {
  keep(session, readMerge(request));
}

export function cancelOnDisconnect(session: Session, { body }: ClientRequest): undefined {
  session.onDisconnect.cancel(parseWritePath(body.p).path);
}

/** Checks the rules now, so that the client learns of a rejection, and again when the write is applied. */
function keep(session: Session, write: WriteRequest): void {
  session.namespace.validate(session.authority, write);
  session.onDisconnect.add(write);
}

function readPut(request: ClientRequest): WriteRequest {
  rejectLarge(request);
  return putRequest(request.body.p, request.body.d ?? null);
}

function readMerge(request: ClientRequest): WriteRequest {
  rejectLarge(request);
  return mergeRequest(request.body.p, request.body.d);
}

function rejectLarge({ size }: ClientRequest): void {
  if (size <= MAX_WRITE_LENGTH) return;
  throw new DatabaseError(
    'write_too_big',
    'The data to write exceeds the maximum size that can be modified with a single request',
  );
}

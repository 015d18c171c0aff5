import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RefusalStatus } from './policy.ts';
import { type RefusedRequest, refuse, refuseOnSocket } from './refuse.ts';
import { newRequestId } from './request-handler.ts';
import { readTarget } from './request-target.ts';

/** An error for which Node.js's parser or a timeout ends a connection. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

export interface RequestUnderWay extends RefusedRequest {
  readonly response: ServerResponse;
}

/** `underWay` is the latest request on this connection whose headers have been read, if any. */
export function refuseClientError(error: ClientError, socket: Duplex, underWay?: RequestUnderWay): void {
  const isTimeOut = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
  } else if (underWay && !underWay.response.writableFinished) {
    if (!underWay.response.headersSent) refuse(underWay.response, isTimeOut ? 408 : 400, underWay);
    else if (!underWay.response.writableEnded) socket.destroy();
  } else if (isTimeOut) {
    socket.destroy();
  } else {
    const [status, target] = readRefused(error);
    refuseOnSocket(socket, status, { target, requestId: newRequestId() });
  }
}

/** Reads as much of the request line as has arrived. Methods unknown to the parser are still valid ones. */
function readRefused({ code, rawPacket }: ClientError): [RefusalStatus, target: string] {
  const head = rawPacket?.toString('latin1') ?? '';
  const [, target, line] = /^[A-Z_-]+ (\/[^ \r\n]*)( HTTP\/1\.[01]\r?\n)?/.exec(head) ?? [];
  if (code === 'HPE_HEADER_OVERFLOW') return [431, target ?? '/'];
  const path = readTarget(target ?? '')?.path;
  const isMethodUnknown = code === 'HPE_INVALID_METHOD' && line !== undefined && path !== undefined;
  return [isMethodUnknown ? 405 : 400, path ?? target ?? '/'];
}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AnsweredRequest, RequestLog } from '@outharbor/emulator-kit/request-log';

/** A line of the front door's log. */
interface ApiLogLine {
  /** Seconds since the epoch. */
  readonly ended: number;
  readonly seconds: number;
  readonly method: string;
  readonly url: string;
  readonly status: string;
  readonly requestId: string;
  readonly authorization: string;
  readonly userAgent: string;
}

/**
 * Keeps the requests to the product's server that its front door reports: syslog messages, each with a JSON object.
 * They have no bodies.
 */
export async function receiveApiLog(port: number, host = '127.0.0.1') {
  const requests = new RequestLog();
  const socket = createSocket('udp4');
  socket.on('message', (message) => {
    try {
      requests.addAnswered(answeredRequest(message.toString()));
    } catch (cause) {
      process.emitWarning(new Error('A line of the API log is malformed.', { cause }));
    }
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return { requests, port: socket.address().port, close: async () => void socket.close() };
}

function answeredRequest(message: string): AnsweredRequest {
  const line = JSON.parse(message.slice(message.indexOf('{'))) as ApiLogLine;
  const { ended, seconds, method, url, status, requestId, authorization, userAgent } = line;
  return {
    at: Math.round((ended - seconds) * 1000),
    durationMs: Math.round(seconds * 1000),
    method,
    url,
    status: Number(status),
    requestHeaders: { ...(authorization && { authorization }), 'user-agent': userAgent },
    responseHeaders: { 'x-request-id': requestId },
  };
}

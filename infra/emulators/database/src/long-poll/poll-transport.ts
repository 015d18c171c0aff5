import type { ServerResponse } from 'node:http';
import type { Packet } from '../wire/packet.ts';

export interface PollTransportOptions {
  readonly maxBacklogBytes: number;
  /** Milliseconds to hold a poll when there is nothing to send. */
  readonly holdMs: number;
  /** Called once, when the server closes the connection. */
  readonly onClose: () => void;
}

export type PollTransport = ReturnType<typeof pollTransport>;

/** Sends packets as responses to held polls: each response is a numbered script with all queued packets. */
export function pollTransport({ maxBacklogBytes, holdMs, onClose }: PollTransportOptions) {
  let queue: string[] = [];
  let queueLength = 0;
  let next = 0;
  let held: ServerResponse | null = null;
  let holdTimer: NodeJS.Timeout | undefined;
  let scheduled = false;
  let closing = false;
  const takeScript = (): string => {
    const number = next++;
    const script = `pRTLPCB(${number},[${queue.join(',')}]);`;
    queue = [];
    queueLength = 0;
    return closing ? `${script}pLPCommand('close',${number});` : script;
  };
  const release = (): void => {
    const response = held;
    if (!response) return;
    held = null;
    clearTimeout(holdTimer);
    sendScript(response, takeScript());
  };
  // Packets sent in one event loop turn share one response.
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (queue.length > 0 || closing) release();
    });
  };
  const close = (): void => {
    if (closing) return;
    closing = true;
    schedule();
    onClose();
  };
  return {
    isClosing: () => closing,
    send: ({ text }: Packet): void => {
      if (closing) return;
      queue.push(text);
      queueLength += text.length;
      if (queueLength > maxBacklogBytes) close();
      else schedule();
    },
    close,
    /** The first response also defines the callback functions for the scripts that follow. */
    answerStart: (response: ServerResponse, prologue: string): void =>
      sendScript(response, prologue + takeScript()),
    /** Replaces the held poll, which is answered with the current queue. */
    hold: (response: ServerResponse): void => {
      if (held) release();
      held = response;
      response.on('close', () => {
        if (held === response) held = null;
      });
      if (queue.length > 0 || closing) schedule();
      clearTimeout(holdTimer);
      holdTimer = setTimeout(release, holdMs).unref();
    },
  };
}

export function sendScript(response: ServerResponse, script: string): void {
  response.writeHead(200, {
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(script);
}

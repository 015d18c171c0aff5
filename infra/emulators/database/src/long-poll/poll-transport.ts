import type { ServerResponse } from 'node:http';
import type { Packet } from '../wire/packet.ts';

/** How long a poll is held when there is nothing to send. Clients abandon it after 25 s. */
const HOLD_MS = 20_000;

export type PollTransport = ReturnType<typeof pollTransport>;

/**
 * Sends packets as responses to held polls: each response is a numbered script with all queued packets. Calls `onClose`
 * once, when the server closes the connection.
 */
export function pollTransport(maxBacklogBytes: number, onClose: () => void) {
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
      holdTimer = setTimeout(release, HOLD_MS).unref();
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

/** What a framed page tells the page around it, unasked. */
export type Notice =
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'complete' | 'answered'; readonly leadsTo: string | null }
  | { readonly type: 'ready' }
  | { readonly type: 'change'; readonly empty: boolean; readonly complete: boolean };

/** Each message of the page around comes with the port of its answers. */
interface Asked {
  readonly ask: string;
  readonly [detail: string]: unknown;
}

const answers = new Map<string, (asked: Asked) => Promise<unknown>>();

/** Answers what the page around asks for. */
export function answerTo(ask: string, answer: (asked: Asked) => Promise<unknown>): void {
  answers.set(ask, answer);
}

const notices = new Promise<MessagePort>((resolve) => {
  addEventListener('message', ({ data, ports: [port] }: MessageEvent<Asked | null>) => {
    if (port === undefined || data === null) return;
    if (data.ask === 'notices') resolve(port);
    else
      void answers
        .get(data.ask)?.(data)
        .then((answer) => port.postMessage(answer));
  });
});

/** Tells the page around; on a page that is in no frame nobody hears it. */
export function notify(notice: Notice): void {
  void notices.then((port) => port.postMessage(notice));
}

import { Recorder } from './recorder.ts';

interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export type OpenStream = Awaited<ReturnType<typeof openEventStream>>;

export async function openEventStream(url: string) {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: abort.signal });
  const events = new Recorder<StreamEvent>();
  const ended = readEvents(response, events).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  const contentType = response.headers.get('content-type');
  return {
    status: response.status,
    contentType,
    events,
    /** Resolves when the server ends the stream. */
    ended,
    close: () => abort.abort(),
  };
}

async function readEvents(response: Response, events: Recorder<StreamEvent>): Promise<void> {
  if (!response.body) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) events.record(parseBlock(block));
  }
}

function parseBlock(block: string): StreamEvent {
  const event = /^event: (.*)$/m.exec(block)?.[1] ?? '';
  const data = /^data: (.*)$/m.exec(block)?.[1] ?? 'null';
  return { event, data: JSON.parse(data) };
}

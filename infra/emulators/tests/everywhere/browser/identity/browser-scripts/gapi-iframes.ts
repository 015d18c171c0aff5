/**
 * Stands in for Google's `gapi.iframes` on both sides of a frame: the part that the web SDK and its frame use.
 * A message waits until its handler is registered.
 */
type Handler = (data: unknown) => unknown;
type Reply = (results: readonly unknown[]) => void;
type Request = { readonly id: number; readonly name: string; readonly data: unknown };
type Message = Request | { readonly id: number; readonly results: readonly unknown[] };

class Peer {
  readonly #target: Window;
  readonly #handlers = new Map<string, Handler>();
  readonly #waiting = new Map<string, Request[]>();
  readonly #replies = new Map<number, Reply>();

  constructor(target: Window) {
    this.#target = target;
    addEventListener('message', ({ source, data }) => {
      if (source === target && 'gapi' in data) this.#receive(data.gapi as Message);
    });
    this.register('ping', () => true);
  }

  register(name: string, handler: Handler): void {
    this.#handlers.set(name, handler);
    for (const message of this.#waiting.get(name) ?? []) this.#handle(message);
  }

  send(name: string, data: unknown, reply: Reply): void {
    const id = this.#replies.size;
    this.#replies.set(id, reply);
    this.#post({ id, name, data });
  }

  ping(): Promise<unknown> {
    return new Promise((resolve) => this.send('ping', null, resolve));
  }

  async restyle(): Promise<void> {}

  #receive(message: Message): void {
    if ('results' in message) this.#reply(message.id, message.results);
    else this.#handle(message);
  }

  #handle(message: Request): void {
    const handler = this.#handlers.get(message.name);
    if (handler !== undefined) this.#post({ id: message.id, results: [handler(message.data)] });
    else this.#waiting.set(message.name, [...(this.#waiting.get(message.name) ?? []), message]);
  }

  #reply(id: number, results: readonly unknown[]): void {
    try {
      this.#replies.get(id)?.(results);
    } catch {
      // The SDK throws even after it has accepted the answer about web storage.
    }
  }

  #post(message: Message): void {
    this.#target.postMessage({ gapi: message }, '*');
  }
}

interface Opening {
  readonly where: HTMLElement;
  readonly url: string;
}

async function open({ where, url }: Opening, opened: (peer: Peer) => Promise<unknown>): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.src = url;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  where.append(frame);
  if (frame.contentWindow === null) throw new Error('The frame has no window.');
  const peer = new Peer(frame.contentWindow);
  await loaded;
  return opened(peer);
}

let parentPeer: Peer | undefined;
const context = { open, getParentIframe: () => (parentPeer ??= new Peer(parent)) };
const iframes = { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: Peer, getContext: () => context };
const gapi = { iframes, load: (_name: string, { callback }: { callback: () => void }) => callback() };
Object.assign(globalThis, { gapi });

const named = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload');
(globalThis as unknown as Record<string, (() => void) | undefined>)[named ?? 'gapi_onload']?.();

/** A programming error, as opposed to a payment error. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

/** Validates the format of a client secret; the error names `call`. */
export function checkedSecret(secret: unknown, call: string, prefix: RegExp): string {
  if (typeof secret === 'string' && prefix.test(secret) && /^\w+_secret_\w+$/.test(secret)) return secret;
  throw new IntegrationError(
    `Invalid value for ${call}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
  );
}

export type Location = string | HTMLElement;
type Notice = { readonly type: string; readonly [detail: string]: unknown };

export function elementAt(location: Location): HTMLElement {
  const found = typeof location === 'string' ? document.querySelector<HTMLElement>(location) : location;
  if (found !== null) return found;
  throw new IntegrationError(`The selector you specified (${location}) applies to no DOM elements.`);
}

/** An emulator page framed in the app's page. The two communicate through message ports. */
export class Frame {
  readonly #frame = document.createElement('iframe');
  readonly #loaded: Promise<unknown>;

  constructor(place: HTMLElement, path: string, title: string, hear: (notice: Notice) => void) {
    const frame = this.#frame;
    frame.title = title;
    frame.src = `${PAGES}${path}`;
    Object.assign(frame.style, { width: '100%', height: '150px', border: '0', display: 'block' });
    this.#loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    // Each page loaded in the frame needs a new port for its notices.
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<Notice>) => {
        if (data.type === 'height') frame.style.height = `${Number(data.pixels)}px`;
        else hear(data);
      };
      this.#post({ ask: 'notices' }, port2);
    });
    place.append(frame);
  }

  /** Sends a request to the framed page and resolves with its answer. */
  async ask<T>(asked: { readonly ask: string; readonly [detail: string]: unknown }): Promise<T> {
    await this.#loaded;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<T>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    });
    this.#post(asked, port2);
    return answer;
  }

  remove(): void {
    this.#frame.remove();
  }

  #post(message: object, port: MessagePort): void {
    this.#frame.contentWindow?.postMessage(message, new URL(PAGES).origin, [port]);
  }
}

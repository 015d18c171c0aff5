/** Messages a framed page sends to its parent without being asked. */
export type Notice =
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'complete' | 'answered'; readonly leadsTo: string | null }
  | { readonly type: 'blur' | 'escape' | 'focus' | 'ready' }
  | ({ readonly type: 'change' } & (CardState | ContactState));

/** What the parent page may know of an entered card. */
export interface CardState {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly brand: string;
  readonly postalCode: string;
  readonly error?: object | undefined;
}

interface ContactState {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly values: Readonly<Record<string, string>>;
}

/** A request from the parent page, sent with a port for the answers. */
interface Asked {
  readonly ask: string;
  readonly [detail: string]: unknown;
}

const answers = new Map<string, (asked: Asked) => Promise<unknown>>();

export function answerTo(ask: string, answer: (asked: Asked) => Promise<unknown>): void {
  answers.set(ask, answer);
}

/** The form of an element, whose entries the parent page asks for and whose field it moves the focus to. */
interface ElementForm<Options> {
  validate(): object | undefined;
  values(): Readonly<Record<string, string>>;
  configure(options: Options): void;
  focus(): void;
  clear(): void;
}

/** Answers what every element is asked, and says that it is ready. */
export function answerElement<Options>(form: ElementForm<Options>): void {
  answerTo('values', async () => form.validate() ?? { values: form.values() });
  answerTo('configure', async ({ options }) => form.configure(options as Options));
  answerTo('focus', async () => form.focus());
  answerTo('blur', async () => (document.activeElement as HTMLElement | null)?.blur());
  answerTo('clear', async () => form.clear());
  notify({ type: 'ready' });
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

/** Notifies the parent page; does nothing outside a frame. */
export function notify(notice: Notice): void {
  void notices.then((port) => port.postMessage(notice));
}

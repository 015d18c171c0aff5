import { fillIn, findProblems, showProblems, watchTyping } from './card-fields.ts';
import { findBrand } from './card-format.ts';
import { showError } from './field-errors.ts';
import { answerElement, answerTo, type CardState, notify } from './shop-page.ts';

/** Field names in Stripe's error codes. */
const NAMES: Readonly<Record<string, string>> = {
  card_number: 'number',
  expiry: 'expiry',
  cvc: 'cvc',
  postal_code: 'zip',
};

interface ValidationError {
  readonly type: 'validation_error';
  readonly code: string;
  readonly message: string;
}

function toError([field, message]: readonly [string, string]): ValidationError {
  const kind = /invalid|past|real card/.test(message) ? 'invalid' : 'incomplete';
  return { type: 'validation_error', code: `${kind}_${NAMES[field]}`, message };
}

/** Where the script's requests go. */
const PATHS: Readonly<Record<string, (secret: string) => string>> = {
  confirm: (secret) => `intents/${encodeURIComponent(secret)}/confirm`,
  checkout: (secret) => `../c/pay/${secret}`,
  confirmation_tokens: () => 'confirmation_tokens',
  payment_methods: () => 'payment_methods',
  tokens: () => 'tokens',
};

interface Options {
  readonly disabled?: boolean;
  readonly hidePostalCode?: boolean;
  readonly value?: { readonly postalCode?: string };
}

class CardForm {
  readonly #form: HTMLFormElement;
  readonly #all: readonly HTMLInputElement[];

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#all = [...form.querySelectorAll('input')];
    watchTyping(form, this.#all);
    form.addEventListener('input', () => this.#notifyChange());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('focusin', () => notify({ type: 'focus' }));
    form.addEventListener('focusout', () => {
      this.#notifyChange({ afterBlur: true });
      notify({ type: 'blur' });
    });
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') notify({ type: 'escape' });
    });
    for (const button of document.querySelectorAll<HTMLElement>('[data-test-card]')) {
      button.addEventListener('click', () => {
        fillIn(form, this.#inputs, button.dataset.testCard ?? '');
        this.#notifyChange();
      });
    }
  }

  /** Shows the errors and returns the first; undefined if the card is valid. */
  validate(): { readonly error: ValidationError } | undefined {
    const problems: Readonly<Record<string, string>> = findProblems(this.#inputs);
    showProblems(this.#inputs, problems);
    const [first] = Object.entries(problems);
    return first && { error: toError(first) };
  }

  values(): Record<string, string> {
    return Object.fromEntries(this.#inputs.map(({ name, value }) => [name, value]));
  }

  /** Sends what the script asks for, together with the entered card. */
  async send(to: string, secret: string, fields: Record<string, string>): Promise<unknown> {
    const path = PATHS[to]?.(secret);
    if (path === undefined) throw new RangeError(`there is no request ${to}`);
    try {
      const body = new URLSearchParams(fields);
      const headers = { accept: 'application/json' };
      const response = await fetch(`${this.#form.action}/${path}`, { method: 'POST', headers, body });
      // A page of a checkout says only that it was changed.
      return /json/.test(response.headers.get('content-type') ?? '') ? await response.json() : {};
    } catch {
      const message = 'The Stripe emulator could not be reached.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  showDecline(answer: unknown): void {
    const { error } = answer as { error?: { type: string; message: string } };
    const [number] = this.#inputs;
    if (error?.type === 'card_error' && number !== undefined) showError(number, error.message);
  }

  configure({ disabled, hidePostalCode, value }: Options): void {
    const place = this.#form.querySelector<HTMLElement>('[data-postal-code]');
    const postalCode = place?.querySelector('input');
    if (place !== null && hidePostalCode !== undefined) place.hidden = hidePostalCode;
    if (postalCode && value?.postalCode !== undefined) postalCode.value = value.postalCode;
    for (const input of this.#all) input.disabled = disabled ?? input.disabled;
  }

  focus(): void {
    this.#inputs[0]?.focus();
  }

  clear(): void {
    for (const input of this.#inputs) {
      input.value = '';
      showError(input, undefined);
    }
    this.#notifyChange();
  }

  get #inputs(): readonly HTMLInputElement[] {
    return this.#all.filter((input) => input.closest('[hidden]') === null);
  }

  #notifyChange(asked: { readonly afterBlur?: boolean } = {}): void {
    notify({ type: 'change', ...this.#state(asked) });
  }

  /** An incomplete field is an error only once it was left. */
  #state({ afterBlur = false }: { readonly afterBlur?: boolean }): CardState {
    const values = this.values();
    const problems: Readonly<Record<string, string>> = findProblems(this.#inputs);
    const error = Object.entries(problems)
      .filter(([field]) => values[field] !== '')
      .map(toError)
      .find(({ code }) => afterBlur || code.startsWith('invalid'));
    return {
      empty: Object.values(values).every((value) => value === ''),
      complete: Object.keys(problems).length === 0,
      brand: findBrand(values.card_number ?? '') ?? 'unknown',
      postalCode: values.postal_code ?? '',
      error,
    };
  }
}

function start(form: CardForm): void {
  answerTo('submit', async () => form.validate() ?? { selectedPaymentMethod: 'card' });
  answerTo('send', async ({ to, secret = '', fields, withCard }) => {
    const given = fields as Record<string, string>;
    const problem = withCard ? form.validate() : undefined;
    if (problem !== undefined) return problem;
    const answer = await form.send(
      String(to),
      String(secret),
      withCard ? { ...form.values(), ...given } : given,
    );
    form.showDecline(answer);
    return answer;
  });
  answerElement(form);
}

const form = document.querySelector<HTMLFormElement>('[data-card-element]');
if (form !== null) start(new CardForm(form));

import { answerProblems, answersIn, watchAnswers } from './answers.ts';
import { fieldProblem } from './card-format.ts';
import { type FormControl, showError } from './field-errors.ts';
import { answerElement, answerTo, notify } from './shop-page.ts';

interface Options {
  readonly allowedCountries?: readonly string[] | null;
  readonly defaultValues?: Readonly<Record<string, unknown>> & {
    readonly address?: Readonly<Record<string, unknown>>;
  };
  readonly fields?: { readonly phone?: string };
  readonly validation?: { readonly phone?: { readonly required?: string } };
}

class ContactForm {
  readonly #form: HTMLFormElement;
  readonly #all: readonly FormControl[];
  #needsPhone = false;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#all = answersIn(form);
    watchAnswers(this.#all);
    const country = form.querySelector('select');
    if (country !== null) country.value = 'US';
    form.addEventListener('input', () => this.#notifyChange());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('focusin', () => notify({ type: 'focus' }));
    form.addEventListener('focusout', () => notify({ type: 'blur' }));
  }

  /** Shows the errors and returns the first; undefined if everything is valid. */
  validate(): { readonly error: object } | undefined {
    const problems = this.#problems();
    for (const control of this.#controls) showError(control, problems[control.name]);
    const [first] = Object.entries(problems);
    if (first === undefined) return undefined;
    const [name, message] = first;
    return { error: { type: 'validation_error', code: `incomplete_${name}`, message } };
  }

  values(): Record<string, string> {
    return Object.fromEntries(this.#controls.map(({ name, value }) => [name, value.trim()]));
  }

  state() {
    const values = this.values();
    const given = Object.entries(values).filter(([name, value]) => name !== 'country' && value !== '');
    const complete = Object.keys(this.#problems()).length === 0;
    return { empty: given.length === 0, complete, values };
  }

  configure({ allowedCountries, defaultValues = {}, fields, validation }: Options): void {
    const place = this.#form.querySelector<HTMLElement>('[data-phone]');
    if (place !== null && fields?.phone !== undefined) place.hidden = fields.phone !== 'always';
    this.#needsPhone = fields?.phone === 'always' && validation?.phone?.required !== 'never';
    const select = this.#form.querySelector('select');
    if (allowedCountries && select !== null) {
      for (const option of [...select.options]) {
        if (!allowedCountries.includes(option.value)) option.remove();
      }
    }
    const { address, ...others } = defaultValues;
    const values = { ...others, ...address };
    for (const control of this.#all) {
      const value = values[control.name];
      if (typeof value === 'string' && control.value !== value) control.value = value;
    }
    if (Object.keys(values).length > 0) this.#notifyChange();
  }

  focus(): void {
    this.#controls[0]?.focus();
  }

  clear(): void {
    for (const control of this.#controls) {
      if (control.name !== 'country') control.value = '';
      showError(control, undefined);
    }
    this.#notifyChange();
  }

  get #controls(): readonly FormControl[] {
    return this.#all.filter((control) => control.closest('[hidden]') === null);
  }

  #problems(): Record<string, string> {
    const { email, country = '', postal_code, phone, state } = this.values();
    const { withStates = '', withoutPostalCodes = '' } = this.#form.dataset;
    const wrongEmail = email === undefined ? undefined : fieldProblem('email', { email }, new Date());
    const needsState = state === '' && withStates.split(',').includes(country);
    const needsCode = postal_code === '' && !withoutPostalCodes.split(',').includes(country);
    return {
      ...answerProblems(this.#controls),
      ...(needsState && { state: 'Enter your state or province.' }),
      ...(needsCode && { postal_code: 'Enter the postal code.' }),
      ...(phone === '' && this.#needsPhone && { phone: 'Enter your phone number.' }),
      ...(wrongEmail !== undefined && { email: wrongEmail }),
    };
  }

  #notifyChange(): void {
    notify({ type: 'change', ...this.state() });
  }
}

function start(form: ContactForm): void {
  answerTo('state', async () => form.state());
  answerElement(form);
}

const form = document.querySelector<HTMLFormElement>('[data-contact-element]');
if (form !== null) start(new ContactForm(form));

/** The server's response to a form submitted by script. */
export interface FormAnswer {
  readonly redirect?: string;
  /** Errors by field name. */
  readonly errors?: Readonly<Record<string, string>>;
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.toggleAttribute('data-busy', busy);
  form.setAttribute('aria-busy', String(busy));
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button !== null) button.disabled = busy;
  const progress = form.querySelector('[data-progress]');
  if (progress !== null) progress.textContent = busy ? 'Processing your payment' : '';
}

/** Submits a form once: ignores further clicks while pending and after success. */
export async function submitOnce(form: HTMLFormElement): Promise<FormAnswer> {
  if (form.hasAttribute('data-busy')) return {};
  setBusy(form, true);
  try {
    const answer = await send(form);
    if (answer.redirect === undefined) setBusy(form, false);
    return answer;
  } catch {
    setBusy(form, false);
    return { errors: { card_number: 'The payment could not be sent. Please try again.' } };
  }
}

async function send(form: HTMLFormElement): Promise<FormAnswer> {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(`the server responded with ${response.status}`);
  return response.json();
}

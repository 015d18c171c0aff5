import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FIELD_HINTS } from '../../content/account.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../notifications/notify.ts';
import { preloadAccounts } from './accounts.ts';
import { authMessage, UNEXPECTED } from './auth-messages.ts';
import {
  type CredentialsFaults,
  type CredentialsField,
  credentialsFaults,
  type PasswordChange,
  type RegistrationInput,
} from './credentials.ts';
import { reportSetupProblem } from './report-setup-problem.ts';
import { isSessionOver } from './session-over.ts';

export type AccountFormInput = Partial<RegistrationInput & PasswordChange>;

export interface AccountFormOptions<Input, Outcome> {
  readonly read: (form: FormData) => Input;
  readonly send: (input: Input) => Promise<Outcome>;
  /** Called with the form after `send` succeeded; the form stays busy until the returned promise resolves. */
  readonly onSent: (form: HTMLFormElement, outcome: Outcome) => Promise<void> | void;
  /** Called instead of showing a message when the session has ended. */
  readonly onSessionOver?: () => void;
}

/** Shared behaviour of the account forms: validate, send, report the outcome. */
export function useAccountForm<Input extends AccountFormInput, Outcome>(
  options: AccountFormOptions<Input, Outcome>,
) {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<CredentialsFaults>();
  const sending = useRef(false);
  useEffect(preloadAccounts, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const input = options.read(new FormData(form));
    const found = credentialsFaults(input);
    setFaults(found);
    if (found) return reject(form, found);
    sending.current = true;
    setBusy(true);
    try {
      await options.onSent(form, await options.send(input));
    } catch (error) {
      if (options.onSessionOver && isSessionOver(error)) return options.onSessionOver();
      reportSetupProblem(error);
      const message = authMessage(error);
      if (message === UNEXPECTED) logError('The identity provider failed', error);
      notify.failure(message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const hint = (field: CredentialsField) => {
    const fault = faults?.fields.get(field);
    return fault && FIELD_HINTS[fault][field];
  };
  return { busy, submit, hint };
}

function reject(form: HTMLFormElement, { message, fields }: CredentialsFaults): void {
  notify.failure(message);
  const [first] = fields.keys();
  form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FIELD_HINTS } from '../../content/account.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../notifications/notify.ts';
import { preloadAccounts } from './accounts.ts';
import { authMessage, UNEXPECTED } from './auth-messages.ts';
import {
  type CredentialsFault,
  credentialsFault,
  type LoginInput,
  type RegistrationInput,
} from './credentials.ts';

interface AccountFormOptions<Input> {
  readonly read: (form: FormData) => Input;
  readonly send: (input: Input) => Promise<void>;
  /** Called with the form after `send` succeeded; the form stays busy until the returned promise resolves. */
  readonly onSent: (form: HTMLFormElement) => Promise<void> | void;
}

/** What registration and login have in common: check, send, tell the outcome. */
export function useAccountForm<Input extends LoginInput | RegistrationInput>(
  options: AccountFormOptions<Input>,
) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<CredentialsFault>();
  const sending = useRef(false);
  useEffect(preloadAccounts, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const input = options.read(new FormData(form));
    const found = credentialsFault(input);
    setFault(found);
    if (found) return refuse(form, found);
    sending.current = true;
    setBusy(true);
    try {
      await options.send(input);
      await options.onSent(form);
    } catch (error) {
      const message = authMessage(error);
      if (message === UNEXPECTED) logError('The identity provider failed', error);
      notify.failure(message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const hint = (field: keyof RegistrationInput) => (fault?.field === field ? FIELD_HINTS[field] : undefined);
  return { busy, submit, hint };
}

function refuse(form: HTMLFormElement, { field, message }: CredentialsFault): void {
  notify.failure(message);
  form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
}

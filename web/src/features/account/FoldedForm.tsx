import type { ReactNode } from 'react';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { useAccountForm } from '../auth/use-account-form.ts';

interface FoldedFormProps {
  readonly name: string;
  readonly title: string;
  readonly form: Pick<ReturnType<typeof useAccountForm>, 'busy' | 'submit'>;
  /** The words of its button. */
  readonly send: string;
  readonly tone?: 'quiet' | 'danger';
  readonly children: ReactNode;
}

/** A form behind its title. The shared name of the `details` elements keeps only one open at a time. */
export function FoldedForm({ name, title, form, send, tone = 'quiet', children }: FoldedFormProps) {
  return (
    <details className="folded-form" name="account">
      <summary>
        <span>{title}</span>
        <Icon name="chevron" />
      </summary>
      <form name={name} method="dialog" noValidate onSubmit={form.submit}>
        {children}
        <BusyButton type="submit" tone={tone} busy={form.busy}>
          {send}
        </BusyButton>
      </form>
    </details>
  );
}

/** Closes a form that was sent and returns focus to its title. */
export function fold(form: HTMLFormElement): void {
  const details = form.closest('details');
  if (!details?.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

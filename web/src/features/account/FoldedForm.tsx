import type { FormEventHandler, ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';

interface FoldedFormProps {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

/** A form behind its title. The shared name of the `details` elements keeps only one open at a time. */
export function FoldedForm({ name, title, children, onSubmit }: FoldedFormProps) {
  return (
    <details className="folded-form" name="account">
      <summary>
        <span>{title}</span>
        <Icon name="chevron" />
      </summary>
      <form name={name} method="dialog" noValidate onSubmit={onSubmit}>
        {children}
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

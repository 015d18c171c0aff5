import { FIELDS, PASSWORD_RULE } from '../../content/account.ts';
import { Field } from '../../ui/Field.tsx';
import type { CredentialsField } from './credentials.ts';

interface CredentialFieldProps {
  readonly label?: string;
  readonly autoComplete: 'email' | 'username' | 'new-password' | 'current-password';
  /** How to correct a field; undefined if it is valid. */
  readonly hint: (field: CredentialsField) => string | undefined;
}

export function EmailField({ hint, ...field }: CredentialFieldProps) {
  return (
    <Field label={FIELDS.email} {...field} name="email" type="email" required hint={hint('email')} kept />
  );
}

export function PasswordField({ hint, ...field }: CredentialFieldProps) {
  return (
    <Field
      label={FIELDS.password}
      {...field}
      name="password"
      type="password"
      required
      hint={hint('password')}
      note={field.autoComplete === 'new-password' ? PASSWORD_RULE : undefined}
    />
  );
}

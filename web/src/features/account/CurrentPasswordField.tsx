import { PROFILE } from '../../content/account-page.ts';
import { Field } from '../../ui/Field.tsx';

export function CurrentPasswordField({ hint }: { readonly hint: string | undefined }) {
  return (
    <Field
      label={PROFILE.currentPassword}
      name="password"
      type="password"
      autoComplete="current-password"
      hint={hint}
    />
  );
}

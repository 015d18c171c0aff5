import { ForgotPasswordForm } from '../features/auth/ForgotPasswordForm.tsx';

export function Page() {
  return <ForgotPasswordForm />;
}

import { ForgotPasswordForm } from '../features/auth/ForgotPasswordForm.tsx';

export function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}

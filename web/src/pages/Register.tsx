import { RegisterForm } from '../features/auth/RegisterForm.tsx';

export function RegisterPage() {
  return <RegisterForm />;
}

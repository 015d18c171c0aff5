import { LoginForm } from '../features/auth/LoginForm.tsx';

export function Page() {
  return <LoginForm />;
}

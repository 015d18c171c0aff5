import { RegisterForm } from '../features/auth/RegisterForm.tsx';

export function Page() {
  return <RegisterForm />;
}

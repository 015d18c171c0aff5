export { LoginForm as Page } from '../features/auth/LoginForm.tsx';

export { RegisterForm as Page } from '../features/auth/RegisterForm.tsx';

export { ForgotPasswordForm as Page } from '../features/auth/ForgotPasswordForm.tsx';

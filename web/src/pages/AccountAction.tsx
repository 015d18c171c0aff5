export { MailedLink as Page } from '../features/auth/MailedLink.tsx';

import { MailedLink } from '../features/auth/MailedLink.tsx';

export function AccountActionPage() {
  return <MailedLink />;
}

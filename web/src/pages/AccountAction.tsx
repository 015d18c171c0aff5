import { MailedLink } from '../features/auth/MailedLink.tsx';

export function Page() {
  return <MailedLink />;
}

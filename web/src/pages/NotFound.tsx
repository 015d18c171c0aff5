import { ERROR_PAGE } from '../content/errors.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

export function NotFoundPage() {
  return <ErrorMessage explanation={ERROR_PAGE.notFound} />;
}

import { ERROR_PAGE } from '../content/errors.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

export function Page() {
  return <ErrorMessage explanation={ERROR_PAGE.notFound} />;
}

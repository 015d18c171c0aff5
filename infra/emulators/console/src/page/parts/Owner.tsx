import type { PaymentRow } from '../../rows.ts';
import { Go } from './Go.tsx';

/** Whose it is, by the address where it is known. */
export function Owner({ person, email }: Pick<PaymentRow, 'person' | 'email'>) {
  if (person === null) return email ?? '–';
  return <Go to={['people', person]}>{email ?? person}</Go>;
}

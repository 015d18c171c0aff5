import type { PaymentRow } from '../../rows.ts';
import { Breakable } from './Breakable.tsx';
import { Go } from './Go.tsx';

/** Whose it is, by the address where it is known. */
export function Owner({ person, email }: Pick<PaymentRow, 'person' | 'email'>) {
  const shown = email ?? person;
  if (shown === null) return '–';
  const name = <Breakable text={shown} />;
  return person === null ? name : <Go to={['people', person]}>{name}</Go>;
}

import { rejected } from '../../description/api-error.ts';
import { object } from '../../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import type { FlexibleMode } from './billing-mode.ts';

const flexible = optional(object({ proration_discounts: optional(oneOf('included', 'itemized')) }));

export const billingModeParam = optional(object({ flexible, type: oneOf('classic', 'flexible') }));

/** Subscriptions can only be migrated to flexible mode, never back. */
export const migrationParam = object({ flexible, type: oneOf('flexible') });

type Given = ReadValue<typeof billingModeParam>;

/** The requested mode, by default flexible; undefined for classic. */
export function readBillingMode(given: Given, name: string, now: number): FlexibleMode | undefined {
  if (given?.type === 'classic') return classicMode(given, name);
  return { proration_discounts: given?.flexible?.proration_discounts ?? 'included', since: now };
}

function classicMode(given: Given, name: string): undefined {
  if (given?.flexible === undefined) return undefined;
  throw rejected(`You can only set \`${name}[flexible]\` if \`${name}[type]\` is \`flexible\`.`, {
    param: `${name}[flexible]`,
  });
}

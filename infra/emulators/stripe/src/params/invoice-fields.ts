import { list, object } from './composite.ts';
import { clearable, oneOf, text } from './reader.ts';

/** An invoice has at most four. */
export const customFields = clearable(list(object({ name: text(40), value: text(140) }), 4));

export const amountTaxDisplay = clearable(oneOf('exclude_tax', 'include_inclusive_tax'));

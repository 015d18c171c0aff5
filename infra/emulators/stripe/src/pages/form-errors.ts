import type { AskedName } from './asked-field.ts';
import type { CardField } from './browser-scripts/card-format.ts';

/** What is wrong on a form, by the name of the field. */
export type FormErrors = Readonly<Partial<Record<AskedName | CardField, string>>>;

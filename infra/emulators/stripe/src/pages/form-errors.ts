import type { AskedName } from './asked-field.ts';
import type { CardField } from './browser-scripts/card-format.ts';

export type FormErrors = Readonly<Partial<Record<AskedName | CardField, string>>>;

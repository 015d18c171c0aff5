import { billing } from '../billing/billing-room.ts';
import { catalogue } from '../catalogue/catalogue-room.ts';
import { checkout } from '../checkout/checkout-room.ts';
import { customers } from '../customers/customers-room.ts';
import * as extensions from '../extensions/extensions.ts';
import { kinds } from '../kinds/kinds-room.ts';
import { joined, type Part } from '../kinds/part.ts';
import { payments } from '../payments/payments-room.ts';
import { portal } from '../portal/portal-room.ts';
import { emptyLists } from './empty-lists.ts';
import { searchEndpoints } from './search.ts';
import { CHANGES } from './versions/changes.ts';

const search: Part = { endpoints: searchEndpoints };

export const PARTS: readonly Part[] = [
  kinds,
  catalogue,
  customers,
  payments,
  billing,
  checkout,
  portal,
  emptyLists,
  ...Object.values<Part>(extensions),
  search,
];

export const INSTALLED = joined(PARTS, CHANGES);

export const ENDPOINTS = PARTS.flatMap(({ endpoints = [] }) => endpoints);

import { missingParameter } from '../errors/api-error.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { object } from '../params/composite.ts';
import { optional, text } from '../params/reader.ts';
import { rawNumber } from './manage-payment-methods.ts';

const card = object({
  cvc: optional(text()),
  exp_month: text(),
  exp_year: text(),
  name: optional(text()),
  number: text(),
});

/** The account may not send card numbers; all the tokens it can use exist already. */
export const tokenEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/v1/tokens',
    params: object({ card: optional(card) }),
    handle: (_context, params) => {
      throw params.card === undefined ? missingParameter('card') : rawNumber();
    },
  }),
];

import { object } from '../params/composite.ts';
import { oneOf, optional, type ReadValue } from '../params/reader.ts';
import type { ThreeDSecure } from '../state/payment-entities.ts';

const CARD = [
  'capture_method',
  'cvc_token',
  'installments',
  'mandate_options',
  'moto',
  'network',
  'request_decremental_authorization',
  'request_extended_authorization',
  'request_incremental_authorization',
  'request_multicapture',
  'request_overcapture',
  'require_cvc_recollection',
  'restrictions',
  'setup_future_usage',
  'statement_descriptor_suffix_kana',
  'statement_descriptor_suffix_kanji',
  'three_d_secure',
];

/** The payment methods whose options Stripe takes beside those of cards. */
const OTHERS =
  'acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie blik boleto card_present cashapp crypto customer_balance demo_pay eps fpx giropay grabpay ideal interac_present kakao_pay klarna konbini kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow paypal payto pix promptpay revolut_pay samsung_pay satispay sepa_debit sofort swish twint upi us_bank_account wechat_pay zip';

const threeDSecure = optional(oneOf('any', 'automatic', 'challenge'));

/** Options for cards: whether the cardholder is asked to authenticate even if the bank does not insist. */
export const methodOptionsParam = optional(
  object({ card: optional(object({ request_three_d_secure: threeDSecure }, CARD)) }, OTHERS.split(' ')),
);

/** Undefined if the request does not say. */
export function threeDSecureOf(given: ReadValue<typeof methodOptionsParam>): ThreeDSecure | undefined {
  return given?.card?.request_three_d_secure;
}

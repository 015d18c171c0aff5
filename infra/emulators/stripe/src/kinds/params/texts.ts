import { type ApiError, invalidRequest, rejected } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

export const CURRENCIES = new Set(
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf
  clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr
  ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr
  mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd
  shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw`.split(
    /\s+/,
  ),
);

/** Accounts in some countries are paid out in currencies in which nobody can be charged. */
const PAYOUT_ONLY = new Set(['btn', 'ghs']);

/** A currency code, converted to lower case. */
export const currency: Reader<string> = (value, name) => {
  const code = text()(value, name).toLowerCase();
  if (CURRENCIES.has(code)) return code;
  const supported = [...CURRENCIES].join(', ');
  throw invalidRequest(
    `Invalid currency: ${code}. Stripe currently supports these currencies: ${supported}`,
    { param: name },
  );
};

/** The currency of an account or of its bank account. */
export const payoutCurrency: Reader<string> = (value, name) => {
  const code = text()(value, name).toLowerCase();
  return PAYOUT_ONLY.has(code) ? code : currency(value, name);
};

/** Throws Stripe's error if `value` has characters that neither codes nor chosen ids can have. */
export function rejectOtherCharacters(value: string, param: string): void {
  if (/^[\w-]+$/.test(value)) return;
  throw rejected(
    `This value must match the regex pattern. (/\\A[a-zA-Z0-9\\-_]+\\z/ does not match for the value ${value}).`,
    { param },
  );
}

/** The id that a request chooses for what it creates. */
export function chosenId(maxLength?: number): Reader<string> {
  const read = text(maxLength);
  return (value, name) => {
    const id = read(value, name);
    rejectOtherCharacters(id, name);
    return id;
  };
}

/** An email address; Stripe looks at its form only. */
export function email(maxLength = 512): Reader<string> {
  const read = text(maxLength);
  return (value, name) => {
    const given = read(value, name);
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) return given;
    throw invalidRequest(`Invalid email address: ${given}`, { code: 'email_invalid', param: name });
  };
}

function invalidUrl(param: string): ApiError {
  return invalidRequest('Not a valid URL', { code: 'url_invalid', param });
}

export const url: Reader<string> = (value, name) => {
  const given = text()(value, name);
  const protocol = URL.parse(given)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return given;
  throw invalidUrl(name);
};

/** Where a browser or an app returns to: like Stripe, allows schemes of apps; a bare word or a path is not a URL. */
export const returnAddress: Reader<string> = (value, name) => {
  const given = text()(value, name);
  checkAddress(given, name);
  return given;
};

export function checkAddress(address: string | null, param: string): void {
  if (address === null) return;
  const scheme = URL.parse(address)?.protocol;
  if (scheme !== undefined && !['javascript:', 'data:', 'vbscript:'].includes(scheme)) return;
  throw invalidUrl(param);
}

/** The text on a bank statement; see docs.stripe.com/get-started/account/statement-descriptors. */
export const readStatementDescriptor: Reader<string> = (value, param) => {
  const given = text(22)(value, param);
  if (!/[a-z]/i.test(given)) {
    throw rejected('The statement descriptor must contain at least one alphabet character.', param);
  }
  if (!/[<>"'*\\]/.test(given)) return given;
  throw rejected('The statement descriptor cannot contain any of these characters: < > \\ \' " *', param);
};

/** Payments take cards, which have only a suffix of the account's descriptor. */
export const cardDescriptor: Reader<undefined> = (value, param) => {
  readStatementDescriptor(value, param);
  throw rejected(
    'The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter altogether. Please see https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges for additional details.',
    { param },
  );
};

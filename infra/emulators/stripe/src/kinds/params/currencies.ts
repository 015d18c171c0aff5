import { invalidRequest } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

const CURRENCIES = new Set(
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

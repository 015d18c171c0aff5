import { card, declined, failure, numbered, OVERDRAWN, type TestCard } from './test-card.ts';

const DEBIT = { funding: 'debit' } as const;
const MASTERCARD = { brand: 'mastercard' } as const;
const FRENCH = { country: 'FR', cobrand: 'cartes_bancaires' } as const;
const AUSTRALIAN = { ...DEBIT, country: 'AU', cobrand: 'eftpos_au' } as const;

const BRANDS = [
  card('5200828282828210', 'mastercard_debit', { ...MASTERCARD, ...DEBIT }),
  card('5105105105105100', 'mastercard_prepaid', { ...MASTERCARD, funding: 'prepaid' }),
  numbered('2223003122003222', 'mastercard_2_series', MASTERCARD),
  numbered('371449635398431', 'amex_8431', { brand: 'amex', aliases: ['amex'] }),
  numbered('6011000990139424', 'discover_9424', { brand: 'discover', aliases: ['discover'] }),
  numbered('6011981111111113', 'discover_debit', { brand: 'discover', ...DEBIT }),
  numbered('6555900000604105', 'bccard', { brand: 'discover' }),
  card('3056930009020004', 'diners', { brand: 'diners' }),
  numbered('36227206271667', 'diners_14', { brand: 'diners' }),
  card('3566002020360505', 'jcb', { brand: 'jcb', country: 'JP' }),
  numbered('3530111333300000', 'jcb_jp', { brand: 'jcb', country: 'JP' }),
  card('6200000000000005', 'unionpay', { brand: 'unionpay', country: 'CN' }),
  numbered('6200000000000047', 'unionpay_debit', { brand: 'unionpay', country: 'CN', ...DEBIT }),
  numbered('6205500000000000004', 'unionpay_19', { brand: 'unionpay', country: 'CN' }),
  card('4000002500001001', 'visa_cartesBancaires', FRENCH),
  card('5555552500001001', 'mastercard_cartesBancaires', { ...MASTERCARD, ...FRENCH }),
  card('4000050360000001', 'visa_debit_eftposAuCoBranded', AUSTRALIAN),
  card('5555050360000080', 'mastercard_debit_eftposAuCoBranded', { ...MASTERCARD, ...AUSTRALIAN }),
  card('4000051230000072', 'debit_visaFsaProductCode debit_visaHsaProductCode', DEBIT),
  card('5200828282828897', 'mastercard_debit_mastercardFsaProductCode', { ...MASTERCARD, ...DEBIT }),
];

/** Visa cards by the country of their bank. */
const COUNTRIES = `
  ae:4000007840000001 ar:4000000320000021 at:4000000400000008 au:4000000360000006 be:4000000560000004
  bg:4000001000000000 br:4000000760000002 by:4000001120000005 ca:4000001240000000 ch:4000007560000009
  cl:4000001520000001 cn:4000001560000002 co:4000001700000003 cr:4000001880000005 cy:4000001960000008
  cz:4000002030000002 de:4000002760000016 dk:4000002080000001 ec:4000002180000000 ee:4000002330000009
  es:4000007240000007 fi:4000002460000001 fr:4000002500000003 gb:4000008260000000 gi:4000002920000005
  gr:4000003000000030 hk:4000003440000004 hr:4000001910000009 hu:4000003480000005 ie:4000003720000005
  it:4000003800000008 jp:4000003920000003 li:4000004380000004 lt:4000004400000000 lu:4000004420000006
  lv:4000004280000005 mt:4000004700000007 mx:4000004840008001 my:4000004580000002 nl:4000005280000002
  no:4000005780000007 nz:4000005540000008 pa:4000005910000000 pe:4000006040000068 pl:4000006160000005
  pt:4000006200000007 py:4000006000000066 ro:4000006420000001 sa:4000006820000007 se:4000007520000008
  sg:4000007020000003 si:4000007050000006 sk:4000007030000001 tw:4000001580000008 uy:4000008580000003`;

const INTERNATIONAL = [
  ...Array.from(COUNTRIES.matchAll(/(\w+):(\d+)/g), ([, code = '', number = '']) =>
    card(number, code, { country: code.toUpperCase() }),
  ),
  card('5200007840000022', 'ae_mastercard', { ...MASTERCARD, country: 'AE' }),
  card('4000058260000005', 'gb_debit', { ...DEBIT, country: 'GB' }),
  card('5555558265554449', 'gb_mastercard', { ...MASTERCARD, country: 'GB' }),
  card('4000007640000003', 'th_credit', { country: 'TH' }),
  card('4000057640000008', 'th_debit', { ...DEBIT, country: 'TH' }),
];

const BLOCKED = declined('fraudulent');

/** Its charges fail, but it can be saved. */
const failing = (code: string) => ({ failure: declined(code), attaches: true });

const DECLINES = [
  card('4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', {
    failure: declined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  }),
  card('4100000000000019', 'radarBlock chargeDeclinedFraudulent visa_chargeDeclinedFraudulent', {
    failure: BLOCKED,
    risk: 'highest',
  }),
  card('4000000000000341', 'chargeCustomerFail visa_chargeCustomerFail', failing('generic_decline')),
  card('4000000000000341', 'visa_chargeCustomerFailLostCard', failing('lost_card')),
  card('4000000000000341', 'visa_chargeCustomerFailStolenCard', failing('stolen_card')),
  card('4000000000009995', 'visa_debit_chargeDeclinedInsufficientFunds', { ...DEBIT, failure: OVERDRAWN }),
];

const RISKS = [
  card('4000000000004954', 'riskLevelHighest', { failure: BLOCKED, attaches: true, risk: 'highest' }),
  card('4000000000009235', 'riskLevelElevated', { risk: 'elevated' }),
  card('4000008400000407', 'highFraudDisputeScore', { risk: 'elevated' }),
  card('4000008400000159', 'highEfwScore', { risk: 'elevated' }),
  card('4000008400001017', 'radarDynamicRiskThreshold', { risk: 'elevated' }),
  card('4001858821843804', 'freeTrialAbuseBlock'),
  card('4000008405600003', 'adaptive3dsChallenge'),
  card('4000000000000101', 'cvcCheckFail', { checks: { cvc: 'fail' } }),
  card('4000000000000036', 'avsZipFail', { checks: { postal_code: 'fail' } }),
  card('4000058400307872', 'cvcCheckFailElevatedRisk', { checks: { cvc: 'fail' }, risk: 'elevated' }),
  card('4000058400306072', 'avsZipFailElevatedRisk', { checks: { postal_code: 'fail' }, risk: 'elevated' }),
  card('4000000000000028', 'avsLine1Fail', { checks: { line1: 'fail' } }),
  card('4000000000000010', 'avsFail', { checks: { line1: 'fail', postal_code: 'fail' } }),
  card('4000000000000044', 'avsUnchecked', { checks: { line1: 'unavailable', postal_code: 'unavailable' } }),
  numbered('4000000000001208', 'captcha'),
  numbered('4000000000003725', 'captcha_challenge'),
];

const FRAUDULENT = { reason: 'fraudulent', inquiry: false };
const NOT_RECEIVED = { reason: 'product_not_received', inquiry: false };
const NONCOMPLIANT = { reason: 'noncompliant', inquiry: false };

const AFTERWARDS = [
  card('4000000000002685', 'createDisputeProductNotReceived', { disputes: [NOT_RECEIVED] }),
  card('4000000000001976', 'createDisputeInquiry', { disputes: [{ reason: 'fraudulent', inquiry: true }] }),
  card('4000000404000079', 'createMultipleDisputes', { disputes: [FRAUDULENT, FRAUDULENT] }),
  card('4000000404000038', 'createCe3EligibleDispute', { disputes: [FRAUDULENT] }),
  card('4000008400000779', 'createComplianceDispute', { disputes: [NONCOMPLIANT] }),
  card('5105008400000002', 'createMastercardComplianceDispute', { ...MASTERCARD, disputes: [NONCOMPLIANT] }),
  card('4000000001000043', 'createAutoRepresentmentEligibleDispute', { disputes: [FRAUDULENT] }),
  card('4000000404004816', 'createRapidDisputeResolutionDispute', { disputes: [FRAUDULENT] }),
  card('4000000404005649', 'createCe3BlockDispute', { disputes: [FRAUDULENT] }),
  card('5105000300000018', 'createEthocaAlert', { ...MASTERCARD, disputes: [FRAUDULENT] }),
  card('4000058400000063', 'debit_incrementalAuthAuthorized', DEBIT),
  card('4000008400000076', 'credit_disableEnterpriseCardFeatures', { rejectsIncrements: true }),
  card('4000000000005423', 'createIssuerFraudRecord', { warnsOfFraud: true }),
  card('4000000000007726', 'pendingRefund', { refund: 'pending' }),
  card('4000000000005126', 'refundFail', { refund: 'fails' }),
  card('4000000000000077', 'bypassPending', { bypassesPending: true }),
  card('4000003720000278', 'bypassPendingInternational', { bypassesPending: true, country: 'IE' }),
  card('4000000000000093', 'domesticPricing'),
];

const ON_SESSION = { authentication: 'first_payment' } as const;
const ALWAYS = { authentication: 'every_payment' } as const;

const INDIAN = { country: 'IN' } as const;

/** Saved with a mandate, which its holder withdraws. */
const WITHDRAWN = failure(
  'india_recurring_payment_mandate_canceled',
  'The provided mandate has been canceled by the card holder.',
);

const AUTHENTICATED = [
  card('4000003560000008', 'in', { ...INDIAN, ...ON_SESSION }),
  numbered('4000003560000123', 'in_mandate', { ...INDIAN, ...ON_SESSION }),
  numbered('4000003560000263', 'in_mandate_canceled', { ...INDIAN, ...ON_SESSION, failsLater: WITHDRAWN }),
  card('4000003800000446', 'authenticationRequiredSetupForOffSession', {
    ...ON_SESSION,
    country: 'IT',
    isKnown: true,
  }),
  card('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    authentication: 'every_payment',
    attaches: true,
    country: 'GB',
    failure: OVERDRAWN,
  }),
  card('4000000000003220', 'threeDSecure2Required', { ...ALWAYS, country: 'IE' }),
  card('4000000000003063', 'threeDSecureRequired', { ...ALWAYS, givesNoReason: true }),
  numbered('4000008400000027', 'threeDSecureRequired_us', ALWAYS),
  card('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    ...ON_SESSION,
    ...failing('generic_decline'),
  }),
  card('4000008400001280', 'threeDSecureRequiredProcessingError', {
    ...failing('generic_decline'),
    threeDSecure: 'processing_error',
  }),
  card('4000000000003055', 'threeDSecureOptional', { authentication: 'on_request' }),
  card('4000000000003097', 'threeDSecureOptionalProcessingError', { threeDSecure: 'processing_error' }),
  numbered('4000000032200000', 'threeDSecureFrictionless', { threeDSecure: 'authenticated' }),
  numbered('4000582600000094', 'outOfBand', { country: 'GB' }),
  numbered('4000582600000045', 'oneTimePasscode', { country: 'GB' }),
  numbered('4000582600000102', 'singleSelect', { country: 'GB' }),
  numbered('4000582600000110', 'multiSelect', { country: 'GB' }),
];

/** The rest of Stripe's page of test cards. The checkout page takes them, but does not offer them. */
export const MORE_TEST_CARDS: readonly TestCard[] = [
  ...BRANDS,
  ...INTERNATIONAL,
  ...DECLINES,
  ...RISKS,
  ...AFTERWARDS,
  ...AUTHENTICATED,
];

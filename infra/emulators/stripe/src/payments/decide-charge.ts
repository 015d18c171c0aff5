import type { PaymentFailure, TestCard } from '../customers/methods/test-card.ts';
import { declined, failed } from '../customers/methods/test-card.ts';

export type ChargeDecision =
  | { readonly result: 'succeeds' }
  | { readonly result: 'asks_for_authentication' }
  /** The bank decides days later. */
  | { readonly result: 'waits' }
  | { readonly result: 'fails'; readonly failure: PaymentFailure };

interface ChargeConditions {
  /** Whether the cardholder is present and can authenticate. */
  readonly onSession: boolean;
  /** Whether an absent cardholder is asked to authenticate later, as for an invoice. */
  readonly authenticatesLater?: boolean;
  readonly authenticated: boolean;
  /** Whether the card was saved, which its bank then knows. */
  readonly isSaved?: boolean;
  /** Whether the payment asks for authentication of every card that supports it. */
  readonly isRequested?: boolean;
}

export const DECLINED = declined('generic_decline');

export const NOBODY_TO_AUTHENTICATE = failed(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

/** Why the bank rejects a payment that nobody authenticates. */
export function absentFailure({ givesNoReason }: TestCard): PaymentFailure {
  return givesNoReason ? DECLINED : NOBODY_TO_AUTHENTICATE;
}

/** Whether the bank lets a card be saved. */
export function decideSetup(card: TestCard, isRequested = false, isSaved = true): ChargeDecision {
  if (card.debit !== undefined) return decideDebitSetup(card);
  const asked = card.attaches ? { ...card, failure: null } : card;
  return decideCharge(asked, { onSession: true, authenticated: false, isRequested, isSaved });
}

function decideDebitSetup({ debit, failure }: TestCard): ChargeDecision {
  return debit?.rejects === 'everything' && failure !== null
    ? { result: 'fails', failure }
    : { result: 'succeeds' };
}

function decideAuthentication({ authentication }: TestCard, isRequested: boolean) {
  if (authentication !== 'on_request') return authentication;
  return isRequested ? 'first_payment' : 'never';
}

/** The outcome that a test card stands for. */
export function decideCharge(
  given: TestCard,
  {
    onSession,
    authenticatesLater = false,
    authenticated,
    isRequested = false,
    isSaved = true,
  }: ChargeConditions,
): ChargeDecision {
  const card = { ...given, authentication: decideAuthentication(given, isRequested) };
  if ((card.debit?.rejects ?? 'nothing') !== 'nothing' && card.failure !== null) {
    return { result: 'fails', failure: card.failure };
  }
  // Only the first debit is delayed; renewals are decided at once.
  if (card.isDelayed && onSession) return { result: 'waits' };
  if (card.failure !== null && (card.authentication === 'never' || authenticated)) {
    return { result: 'fails', failure: card.failure };
  }
  if (card.failsLater && !onSession) return { result: 'fails', failure: card.failsLater };
  if (authenticated || card.authentication === 'never') return { result: 'succeeds' };
  const asks = !(card.asksOnce && isSaved);
  if (onSession && asks) return { result: 'asks_for_authentication' };
  if (card.authentication === 'first_payment' && isSaved) {
    return card.failure === null ? { result: 'succeeds' } : { result: 'fails', failure: card.failure };
  }
  if (authenticatesLater) return { result: 'asks_for_authentication' };
  return { result: 'fails', failure: absentFailure(card) };
}

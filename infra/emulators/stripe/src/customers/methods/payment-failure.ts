export interface PaymentFailure {
  readonly code: string;
  readonly decline_code: string | null;
  readonly message: string;
}

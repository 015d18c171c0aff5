/** A website whose pages may offer payment methods that ask for its registration. */
export interface PaymentMethodDomain {
  readonly id: string;
  readonly created: number;
  readonly domainName: string;
  readonly enabled: boolean;
}

/** The same for Apple Pay alone. */
export type ApplePayDomain = Omit<PaymentMethodDomain, 'enabled'>;

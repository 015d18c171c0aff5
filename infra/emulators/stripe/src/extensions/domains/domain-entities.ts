import type { Entity } from '../../kinds/store/entity.ts';

/** A website whose pages may offer payment methods that ask for its registration. */
export interface PaymentMethodDomain extends Entity {
  readonly domain_name: string;
  readonly enabled: boolean;
}

/** The same for Apple Pay alone. */
export type ApplePayDomain = Omit<PaymentMethodDomain, 'enabled'>;

import { alone, keptWhole, type Part, reference } from '../kinds/part.ts';
import type { Collection } from '../kinds/store/collection.ts';
import { type Coupon, couponWire, PLAIN_COUPON } from './coupon.ts';
import { couponEndpoints } from './coupons.ts';
import { type Discount, discountWire } from './discount.ts';
import { planEndpoints } from './plans.ts';
import { currencyOptionsWire, PLAIN_PRICE, type Price, priceWire, tiersWire } from './price.ts';
import { PLAIN_PRODUCT, type Product, productWire } from './product.ts';
import { priceEndpoints, productEndpoints } from './products-and-prices.ts';
import { type PromotionCode, promotionCodeWire } from './promotion-code.ts';
import { promotionCodeEndpoints } from './promotion-codes.ts';
import { type ShippingRate, shippingRateEndpoints, shippingRateWire } from './shipping-rate.ts';
import { taxCodeEndpoints } from './tax-codes.ts';
import { PLAIN_TAX_RATE, type TaxRate, taxRateEndpoints, taxRateWire } from './tax-rate.ts';

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly products: Collection<Product>;
    readonly prices: Collection<Price>;
    readonly coupons: Collection<Coupon>;
    readonly promotionCodes: Collection<PromotionCode>;
    readonly discounts: Collection<Discount>;
    readonly shippingRates: Collection<ShippingRate>;
    readonly taxRates: Collection<TaxRate>;
  }
}

const price = reference('price', ({ prices }) => prices, alone(priceWire));
const discount = reference('discount', ({ discounts }) => discounts, alone(discountWire));

export const catalogue: Part = {
  collections: {
    products: PLAIN_PRODUCT,
    prices: PLAIN_PRICE,
    coupons: PLAIN_COUPON,
    ...keptWhole('promotionCodes', 'discounts', 'shippingRates'),
    taxRates: PLAIN_TAX_RATE,
  },
  endpoints: [
    ...couponEndpoints,
    ...priceEndpoints,
    ...productEndpoints,
    ...planEndpoints,
    ...promotionCodeEndpoints,
    ...taxCodeEndpoints,
    ...shippingRateEndpoints,
    ...taxRateEndpoints,
  ],
  references: {
    coupon: reference('coupon', ({ coupons }) => coupons, couponWire),
    default_price: price,
    discount,
    discounts: discount,
    plan: { ...price, kind: 'plan' },
    price,
    product: reference('product', ({ products }) => products, alone(productWire)),
    promotion_code: reference('promotion code', ({ promotionCodes }) => promotionCodes, promotionCodeWire),
    shipping_rate: reference('shipping rate', ({ shippingRates }) => shippingRates, alone(shippingRateWire)),
    tax_rate: reference('tax rate', ({ taxRates }) => taxRates, alone(taxRateWire)),
  },
  fields: {
    'coupon.applies_to': ({ store }, { id }) => store.coupons.get(String(id))?.applies_to ?? null,
    'plan.tiers': ({ store }, { id }) => listTiers(store.prices.get(String(id))),
    'price.tiers': ({ store }, { id }) => listTiers(store.prices.get(String(id))),
    'price.currency_options': ({ store }, { id }) => {
      const entity = store.prices.get(String(id));
      return entity && currencyOptionsWire(entity);
    },
  },
};

function listTiers(entity: Price | undefined): unknown {
  return entity && (tiersWire(entity) ?? []);
}

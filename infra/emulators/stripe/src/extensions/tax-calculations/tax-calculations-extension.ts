import type { Part } from '../../kinds/part.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { calculatedItemWire, costBreakdown, type TaxCalculation } from './tax-calculation.ts';
import { taxCalculationEndpoints } from './tax-calculations.ts';
import { taxReversalEndpoints } from './tax-reversals.ts';
import { recordedItemWire, type TaxTransaction, taxTransactionEndpoints } from './tax-transactions.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly taxCalculations: Collection<TaxCalculation>;
    readonly taxTransactions: Collection<TaxTransaction>;
  }
}

export const taxCalculations: Part = {
  collections: { taxCalculations: null, taxTransactions: null },
  endpoints: [...taxCalculationEndpoints, ...taxReversalEndpoints, ...taxTransactionEndpoints],
  fields: {
    'tax.calculation.line_items': ({ store }, { id }) => {
      const { lines = [] } = store.taxCalculations.get(String(id)) ?? {};
      return embeddedList(lines.map(calculatedItemWire), `/v1/tax/calculations/${id}/line_items`);
    },
    'tax.calculation_line_item.tax_breakdown': (context, { id }) => {
      for (const calculation of context.store.taxCalculations.values()) {
        const line = calculation.lines.find((one) => one.id === id);
        if (line !== undefined) return costBreakdown(context, calculation, line);
      }
      return undefined;
    },
    'tax.transaction.line_items': ({ store }, { id }) => {
      const { lines = [] } = store.taxTransactions.get(String(id))?.hidden ?? {};
      return embeddedList(lines.map(recordedItemWire), `/v1/tax/transactions/${id}/line_items`);
    },
  },
};

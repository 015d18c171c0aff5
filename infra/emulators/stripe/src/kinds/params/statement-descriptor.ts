import { rejected } from '../../description/api-error.ts';
import { type Reader, text } from './reader.ts';

/** The text on a bank statement; see docs.stripe.com/get-started/account/statement-descriptors. */
export const readStatementDescriptor: Reader<string> = (value, param) => {
  const given = text(22)(value, param);
  if (!/[a-z]/i.test(given)) {
    throw rejected('The statement descriptor must contain at least one alphabet character.', { param });
  }
  if (!/[<>"'*\\]/.test(given)) return given;
  throw rejected('The statement descriptor cannot contain any of these characters: < > \\ \' " *', { param });
};

/** Payments take cards, which have only a suffix of the account's descriptor. */
export const cardDescriptor: Reader<undefined> = (value, param) => {
  readStatementDescriptor(value, param);
  throw rejected(
    'The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter altogether. Please see https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges for additional details.',
    { param },
  );
};

import { type Fault as ArmedFault, Faults } from '@outharbor/emulator-kit/faults';
import * as json from '@outharbor/emulator-kit/json-reader';
import { delayMs } from '../kinds/events/delivery-plan.ts';

export const FAULT_KINDS = [
  'error',
  'error_after',
  'lock_timeout',
  'other_mode',
  'forbidden',
  'html_502',
  'hang',
  'slow',
  'drop_before',
  'drop_after',
  'truncate',
] as const;

const FAULT = {
  kind: json.oneOf(FAULT_KINDS),
  /** `/v1/checkout/sessions`, `/v1/customers/:id` or `/v1/*`. */
  path: json.textLike(/^\//, 'a path that starts with a slash'),
  method: json.optional(json.text),
  /** Status of an `error`; 500 when absent. Only a 500 is stored under the idempotency key and replayed. */
  status: json.optional(json.oneOf([409, 429, 500, 503])),
  delayMs,
  /** How many requests it strikes: one when absent, every request until it is removed when null. */
  count: json.optional(json.nullable(json.integer(1))),
  /** How many requests pass before it strikes. */
  skip: json.optional(json.integer(0)),
};

export const readFault = json.object(FAULT);

export interface FaultRequest extends json.ObjectOf<typeof FAULT> {}
type CountedRequest = FaultRequest & { readonly count: number | null };
export type Fault = ArmedFault<CountedRequest>;
export type AccountFaults = Faults<FaultRequest, CountedRequest>;

export function openFaults(): AccountFaults {
  return new Faults((request) => {
    const { count = 1, ...fault } = readFault(request, '');
    return { ...fault, count };
  });
}

export function strike(faults: AccountFaults, method: string, path: string): FaultRequest | undefined {
  return faults.strike((fault) => (fault.method ?? method) === method && toPattern(fault.path).test(path));
}

function toPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}

/** One entity set (`value`) or removed (`value` undefined), with its previous value. */
export interface Change {
  readonly collection: string;
  readonly id: string;
  readonly value: unknown;
  readonly previous: unknown;
  /** The connected account it belongs to; absent for the platform. */
  readonly account?: string;
}

type Place = Pick<Change, 'account' | 'collection'>;

/** How a saved state names a collection: `customers`, or `acct_1/customers` for a connected account's. */
export function placeName({ account, collection }: Place): string {
  return account === undefined ? collection : `${account}/${collection}`;
}

export function readPlace(name: string): Place {
  const [account = '', collection] = name.split('/');
  return collection === undefined ? { collection: name } : { account, collection };
}

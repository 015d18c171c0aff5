import type { Endpoint } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { mandateWire } from '../wire/mandate-wire.ts';

const mandates = resource({
  path: '/v1/mandates',
  noun: 'mandate',
  among: (store) => store.mandates,
  wire: mandateWire,
});

export const mandateEndpoints: readonly Endpoint[] = [mandates.retrieve];

import type { Endpoint } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { finder } from '../lookup/lookup.ts';
import { mandateWire } from '../wire/mandate-wire.ts';

const mandates = resource('/v1/mandates', finder('mandate', 'mandates'), mandateWire);

export const mandateEndpoints: readonly Endpoint[] = [mandates.retrieve];

import type { Endpoint } from '../../kinds/endpoint.ts';
import { finder } from '../../kinds/lookup.ts';
import { resource } from '../../kinds/resource.ts';
import { mandateWire } from './mandate.ts';

const mandates = resource('/v1/mandates', finder('mandate', 'mandates'), mandateWire);

export const mandateEndpoints: readonly Endpoint[] = [mandates.retrieve];

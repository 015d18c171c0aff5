import { badRequest } from '../errors/api-error.ts';
import type { SecondFactorConfig } from '../state/project-config.ts';
import type { Fields } from '../wire/fields.ts';

const STATES = ['DISABLED', 'ENABLED', 'MANDATORY'] as const;
const MAX_INTERVALS = 10;

export function secondFactorConfigWire({ state, providers, totp, adjacentIntervals }: SecondFactorConfig) {
  const totpConfig = { state: totp ? 'ENABLED' : 'DISABLED', totpProviderConfig: { adjacentIntervals } };
  return { state, enabledProviders: providers, providerConfigs: [totpConfig] };
}

export function changedSecondFactors(config: SecondFactorConfig, change: Fields): SecondFactorConfig {
  const named = change.text('state') ?? config.state;
  const state = STATES.find((each) => each === named);
  if (state === undefined) throw badRequest('INVALID_CONFIG : mfa.state');
  const totp = change.objects('providerConfigs').find((provider) => provider.has('totpProviderConfig'));
  const intervals = totp?.object('totpProviderConfig')?.integer('adjacentIntervals');
  const adjacentIntervals = intervals ?? config.adjacentIntervals;
  if (adjacentIntervals < 0 || adjacentIntervals > MAX_INTERVALS) {
    throw badRequest('INVALID_CONFIG : mfa.providerConfigs.totpProviderConfig.adjacentIntervals');
  }
  return {
    state,
    providers: change.has('enabledProviders') ? change.texts('enabledProviders') : config.providers,
    totp: totp === undefined ? config.totp : totp.text('state') === 'ENABLED',
    adjacentIntervals,
  };
}

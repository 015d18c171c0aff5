import { badRequest } from '../errors/api-error.ts';
import type { ProjectConfig } from '../state/project-config.ts';

const PROVIDER_ID = /^(?:(?:oidc|saml)\.[\w.-]+|(?:[\w-]+\.)+com)$/;

/** Throws OPERATION_NOT_ALLOWED for a provider that is disabled, or that a project needs to configure first. */
export function requireProvider(config: ProjectConfig, providerId: string): void {
  const refusal = refuseProvider(config, providerId);
  if (refusal !== undefined) throw badRequest(`OPERATION_NOT_ALLOWED : ${refusal}`);
}

/** Returns why nobody can sign in with the provider. */
export function refuseProvider(
  { providers, anyProvider }: ProjectConfig,
  providerId: string,
): string | undefined {
  const config = providers[providerId];
  const isAllowed =
    config === undefined ? anyProvider && PROVIDER_ID.test(providerId) : config.enabled === true;
  if (isAllowed) return undefined;
  return `The identity provider configuration is ${config === undefined ? 'not found' : 'disabled'}.`;
}

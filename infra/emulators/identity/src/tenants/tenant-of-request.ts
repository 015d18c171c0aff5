import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { defaultConfig, NO_APPS, OFF } from '../state/project-config.ts';
import { decodeJwt } from '../tokens/jwt.ts';
import { sealedContent } from '../tokens/sealed-token.ts';
import type { Fields } from '../wire/fields.ts';

/**
 * The tenant that a request names in its URL, its body, or a token in the body. Tokens are not verified
 * here: the tenant verifies them and rejects tokens of other tenants.
 */
export function tenantOfRequest(inUrl: string | undefined, body: Fields): string | undefined {
  const refreshToken = body.raw('refreshToken');
  const idToken = body.raw('idToken');
  const claims = typeof idToken === 'string' ? decodeJwt(idToken)?.claims : undefined;
  const named = [
    inUrl,
    body.text('tenantId'),
    (claims?.firebase as { tenant?: unknown } | undefined | null)?.tenant,
    typeof refreshToken === 'string' ? sealedContent(refreshToken)?.tenant : undefined,
  ].filter((each) => typeof each === 'string' && each !== '') as string[];
  if (new Set(named).size > 1) throw badRequest('TENANT_ID_MISMATCH');
  return named[0];
}

/** Throws TENANT_NOT_FOUND. In permissive mode, creates an unknown tenant. */
export function requireTenant({ tenants, project, permissive }: Context, tenantId: string) {
  const found = tenants.find(tenantId);
  if (found !== undefined) return found;
  if (!permissive) throw badRequest('TENANT_NOT_FOUND');
  const config = defaultConfig(project.config.emailPrivacyConfig.enableImprovedEmailPrivacy);
  return tenants.create(tenantId, {
    ...config,
    signIn: { ...config.signIn, phoneNumber: OFF },
    mfa: { ...config.mfa, providerConfigs: NO_APPS },
  });
}

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** The base policy allows nothing inline, from other origins or in frames. */
function formatPolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Browsers also apply `form-action` to the redirect after a form, which leads back to the site. */
export function policyLeadingTo(address: string): string {
  const { protocol, origin } = new URL(address);
  if (!/^https?:$/.test(protocol)) return formatPolicy(POLICY);
  return formatPolicy({ ...POLICY, 'form-action': `'self' ${origin}` });
}

/** The headers of pages that any merchant's page may embed. */
export const FRAMED_POLICY = formatPolicy({ ...POLICY, 'frame-ancestors': '*' });

/** The headers of every hosted page and asset; nothing is cached. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': formatPolicy(POLICY),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

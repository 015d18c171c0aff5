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

/** Nothing inline, nothing from elsewhere, in no frame. */
function policyOf(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Browsers hold `form-action` against the redirect after a form as well, which leads back to the site. */
export function policyLeadingTo(address: string): string {
  const { protocol, origin } = new URL(address);
  if (!/^https?:$/.test(protocol)) return policyOf(POLICY);
  return policyOf({ ...POLICY, 'form-action': `'self' ${origin}` });
}

/** Of what shops show in a frame of their own pages, whoever they are. */
export const FRAMED_POLICY = policyOf({ ...POLICY, 'frame-ancestors': '*' });

/** Every hosted page and its parts, in no cache. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policyOf(POLICY),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

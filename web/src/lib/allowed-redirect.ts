/** True if `address` is http(s), has no credentials and an allowed origin; `self` means `ownOrigin`. */
export function isAllowedRedirect(
  address: string,
  allowedOrigins: readonly string[],
  ownOrigin: string,
): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  if (username !== '' || password !== '') return false;
  return allowedOrigins.some((allowed) => origin === (allowed === 'self' ? ownOrigin : allowed));
}

/** The agency behind the site; every mention of it is read from here. */
export const BRAND = {
  name: 'Outharbor',
  legalName: 'Outharbor Outreach',
  /** Public origin for canonical URLs, social cards and the sitemap; no trailing slash. */
  origin: 'https://outharbor.example',
  email: 'hello@outharbor.example',
  copyrightYear: 2023,
  language: 'en',
  tagline: 'LinkedIn and e-mail outreach that ends in booked meetings.',
} as const;

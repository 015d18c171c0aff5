/** Who the site speaks for. Everything that names the agency reads it from here. */
export const BRAND = {
  name: 'Outharbor',
  legalName: 'Outharbor Outreach',
  /** Public origin for canonical addresses, social cards and the sitemap; no trailing slash. */
  origin: 'https://outharbor.example',
  email: 'hello@outharbor.example',
  copyrightYear: 2023,
  language: 'en',
  tagline: 'LinkedIn and e-mail outreach that ends in booked meetings.',
} as const;

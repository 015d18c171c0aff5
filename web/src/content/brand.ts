/** The agency behind the site; every mention of it is read from here. */
export const BRAND = {
  /** False once the fields below are yours; see `examplesIn`. */
  example: true as boolean,
  name: 'Outharbor',
  legalName: 'Outharbor Outreach',
  /** Public origin for canonical URLs, social cards and the sitemap; no trailing slash. */
  origin: 'https://outharbor.example',
  email: 'hello@outharbor.example',
  /** For Terms and Privacy. */
  address: 'Example Quay 1, 12345 Exampleton, Exampleland',
  register: 'Commercial register of Exampleton, no. 00000',
  law: 'Exampleland',
  copyrightYear: 2023,
  language: 'en',
  tagline: 'LinkedIn and e-mail outreach that ends in booked meetings.',
} as const;

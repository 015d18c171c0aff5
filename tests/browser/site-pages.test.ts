import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EACH_ONCE, hydrated, pageBrowser, VISITS } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const SCREENS = [
  { path: '/', title: 'Your next clients are out there. We bring them in.', sharedHeader: true },
  { path: '/faq', title: 'Frequently asked questions', sharedHeader: true },
  { path: '/AboutUs', title: 'About Us', sharedHeader: true },
  { path: '/caseStudies', title: 'How Fennlake filled five weeks with sales calls', sharedHeader: true },
  { path: '/booking-page', title: 'Discovery Session', sharedHeader: true },
  { path: '/subscribe', title: 'Pricing', sharedHeader: false },
  { path: '/register', title: 'Register to service', sharedHeader: false },
  { path: '/login', title: 'Login', sharedHeader: false },
  { path: '/success?session_id=cs_test_1', title: 'Payment successful', sharedHeader: false },
  { path: '/cancel', title: 'Something went wrong', sharedHeader: false },
] as const;

/** Reads a page's key figures as pairs of value and label. */
async function factsOf(page: Page): Promise<(string | null)[][]> {
  const facts = await page.locator('.facts > div').all();
  return Promise.all(
    facts.map((fact) =>
      Promise.all([fact.locator('dd').textContent(), fact.locator('dt').textContent()] as const),
    ),
  );
}

async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  expect(await footer.locator('.logo').textContent()).toBe('Outharbor');
  expect(await footer.locator('.logo svg').count()).toBe(1);
  expect(await footer.getByRole('paragraph').last().textContent()).toBe('© 2023 Outharbor');
}

const isOpen = async (item: Locator) => (await item.getAttribute('open')) !== null;

describe.each(EACH_ONCE)('site content $how', (how) => {
  const visit = (path: string) => browser.visit(how, `${target().url}${path}`);

  it('has every section of the home page in order', async () => {
    const page = await visit('/');
    expect(await page.locator('main :is(h1, h2, h3)').allTextContents()).toEqual([
      'Your next clients are out there. We bring them in.',
      'What you get on board',
      'Guaranteed booked meetings',
      'Rapid verification',
      'Ready-to-deploy platform',
      'Tailor-made',
      'Comprehensive sales support',
      'Return on investment',
      'Trusted by brands all over the world',
      'Three steps to a full calendar',
      'Audience',
      'Message',
      'Schedule a Call',
      'Prepared for 25+ sales calls consultations monthly?',
    ]);
    expect(await page.locator('.benefits li > .icon').count()).toBe(6);
    expect(await page.locator('.steps li img[alt]').count()).toBe(3);
    const names = await page.locator('.clients li:has(svg)').allTextContents();
    expect(names).toEqual(['Northwick', 'Fennlake', 'Solvane', 'Quayside', 'Tallgrove']);
    await expectFooter(page);
  });

  it('shows the claims on the home page', async () => {
    const page = await visit('/');
    expect(await factsOf(page)).toEqual([
      ['14-22+', 'leads a month'],
      ['2,500+', 'prospects contacted monthly'],
      ['25+', 'sales calls a month'],
    ]);
    expect(await page.locator('.hero .lead').textContent()).toMatch(
      /booked meetings.*14-22\+ leads a month.*more than 2,500 qualified leads contacted monthly/,
    );
    expect(await page.locator('.benefits li').first().textContent()).toContain(
      'At least 5 meetings a month over 3 months. If we fall short, we work 3 more months for free.',
    );
    expect(await page.locator('.steps li').nth(1).textContent()).toContain('a minimum of 2.5k a month');
  });

  it('states the promises in the FAQ', async () => {
    const page = await visit('/faq');
    const promises = [
      [
        /How does the automation work\?/,
        /Audience\./,
        /Sales objectives\./,
        /Personalized messages\./,
        /Automated campaigns\./,
        /Human follow-up\./,
        /a minimum of 2\.5k messages a month/,
      ],
      [
        /Who manages my campaigns\?/,
        /account manager handles responses Monday to Saturday/,
        /senior team member/,
      ],
      [/guarantee/, /At least five meetings a month over three months/, /three more months free/],
      [/Do I have to reply/, /\?No\. The team checks the account twice a day/, /You can view all messages/],
      [/When will I see results\?/, /first appointments usually come within the first weeks/],
    ];
    const records = await page.locator('details').allTextContents();
    for (const [index, words] of promises.entries()) {
      for (const word of words) expect(records[index]).toMatch(word);
    }
    expect(await page.locator('details:has(.rich-text strong)').count()).toBe(5);
    expect(await page.locator('details').first().locator('.rich-text li').count()).toBe(5);
    await expectFooter(page);
  });

  it('gives an email address for questions', async () => {
    const page = await visit('/faq');
    expect(await page.locator('.faq-contact').textContent()).toBe(
      'Questions can also be sent by e\u2011mail to hello@outharbor.example.',
    );
    const link = page.getByRole('link', { name: 'hello@outharbor.example' });
    expect(await link.getAttribute('href')).toBe('mailto:hello@outharbor.example');
  });

  it('shows the case study in six sections with two images', async () => {
    const page = await visit('/caseStudies');
    expect(await page.locator('article h2').allTextContents()).toEqual([
      'Getting Started',
      'Background',
      'Goal Setting',
      'Strategy and Execution',
      'Results Achieved',
      'Wrapping Up',
    ]);
    const images = await page.locator('figure [role="img"]').all();
    const labels = await Promise.all(images.map((image) => image.getAttribute('aria-label')));
    expect(labels).toEqual([
      expect.stringContaining('Chart of the campaign'),
      expect.stringContaining('Bar chart of calls held per week over five weeks'),
    ]);
    expect(await factsOf(page)).toEqual([
      ['15+', 'calls in 5 weeks'],
      ['Several', 'closed deals'],
      ['1', 'no-show'],
    ]);
    const results = page.locator('section', { has: page.getByText('Results Achieved', { exact: true }) });
    expect(await results.textContent()).toContain(
      'More than 15 calls in 5 weeks, several closed deals, and only one no-show.',
    );
    await expectFooter(page);
    await page.getByRole('article').getByRole('link', { name: 'Book Free Call' }).last().click();
    await page.waitForURL(`${target().url}/booking-page`);
  });

  it('shows only the title on the About Us page', async () => {
    const page = await visit('/AboutUs');
    expect(await page.getByRole('main').textContent()).toBe('About Us');
  });
});

describe.each(VISITS)('the site $how', (how) => {
  const visit = (path: string, expected?: RegExp) => browser.visit(how, `${target().url}${path}`, expected);

  it('serves every screen at its path, with the shared header where specified', async () => {
    const page = await browser.open(how.options);
    for (const { path, title, sharedHeader } of SCREENS) {
      const response = await page.goto(`${target().url}${path}`);
      expect(response?.status(), path).toBe(200);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([title]);
      const links = page.getByRole('navigation', { name: 'Main', includeHidden: true });
      expect((await links.count()) > 0, path).toBe(sharedHeader);
    }
  });

  it('redirects a trailing slash and answers a path in different case with 404', async () => {
    const page = await visit('/faq/', /404/);
    expect(new URL(page.url()).pathname).toBe('/faq');
    const response = await page.goto(`${target().url}/aboutus`);
    expect(response?.status()).toBe(404);
    if (how.script) await hydrated(page);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  });

  it.each(['Book Free Call', 'I want to grow'])(
    'leads from %s on the home page to the booking page',
    async (name) => {
      const page = await visit('/');
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${target().url}/booking-page`);
      await page.getByRole('heading', { name: 'Discovery Session' }).waitFor();
    },
  );

  it('opens one of five FAQ answers at a time and closes the open one', async () => {
    const page = await visit('/faq');
    const items = await page.locator('details').all();
    expect(items).toHaveLength(5);
    expect(await Promise.all(items.map(isOpen))).not.toContain(true);
    for (const [chosen, item] of items.entries()) {
      await item.locator('summary').click();
      await item.locator('.rich-text').waitFor();
      const open = await Promise.all(items.map(isOpen));
      expect(open).toEqual(items.map((_, index) => index === chosen));
    }
    await items.at(-1)?.locator('summary').click();
    expect(await Promise.all(items.map(isOpen))).not.toContain(true);
  });

  it('shows a cancelled payment and leads home', async () => {
    const page = await visit('/cancel');
    expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([
      'Something went wrong',
    ]);
    await page.getByRole('img', { name: 'A lifebuoy' }).waitFor();
    await page.getByRole('link', { name: 'Go to homepage', exact: true }).click();
    await page.waitForURL(`${target().url}/`);
  });

  it("answers an unknown address with 404, the router's error and a link home", async () => {
    const page = await browser.open(how.options, /404/);
    const response = await page.goto(`${target().url}/no/such/page`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByRole('link', { name: 'Go to homepage' }).click();
    await page.waitForURL(`${target().url}/`);
  });
});

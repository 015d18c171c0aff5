import { PLANS } from '@outharbor/contract/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { siteBrowser, takenOver } from './site-fixture.ts';

const target = embeddedTarget();
const browser = siteBrowser();

const VISITS = [
  { how: 'on a desktop', script: true, options: { viewport: DESKTOP } },
  { how: 'on a phone', script: true, options: { viewport: PHONE, hasTouch: true, isMobile: true } },
  { how: 'without script', script: false, options: { viewport: DESKTOP, javaScriptEnabled: false } },
] as const;

const WITHIN = { timeout: 10_000 };
const texts = (page: Page, role: 'heading' | 'link' | 'button') => page.getByRole(role).allInnerTexts();
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe.each(VISITS)('the site $how', ({ script, options }) => {
  async function visit(path: string, expected?: RegExp): Promise<Page> {
    const page = await browser.open(options, expected);
    await page.goto(`${target().url}${path}`);
    if (script) await takenOver(page);
    return page;
  }

  it('has every section of the home page, in order', async () => {
    const page = await visit('/');
    expect(await page.locator('h2').allTextContents()).toEqual([
      'What you get on board',
      'Trusted by brands all over the world',
      'Three steps to a full calendar',
      'Prepared for 25+ sales calls consultations monthly?',
    ]);
    expect(await page.locator('.benefits h3').allTextContents()).toEqual([
      'Guaranteed booked meetings',
      'Rapid verification',
      'Ready-to-deploy platform',
      'Tailor-made',
      'Comprehensive sales support',
      'Return on investment',
    ]);
    expect(await page.locator('.steps h3').allTextContents()).toEqual([
      'Audience',
      'Message',
      'Schedule a Call',
    ]);
    expect(await page.locator('.clients li').count()).toBe(5);
    expect(await page.locator('.hero').textContent()).toMatch(/14-22\+[\s\S]*2,500\+[\s\S]*25\+/);
    expect(await page.getByRole('contentinfo').textContent()).toMatch(/Outharbor[\s\S]*© 2023/);
  });

  it.each(['Book Free Call', 'I want to grow'])('leads from %s on the home page to booking', async (name) => {
    const page = await visit('/');
    await page.getByRole('main').getByRole('link', { name }).click();
    await page.waitForURL(`${target().url}/booking-page`);
    await page.getByRole('heading', { name: 'Discovery Session' }).waitFor();
  });

  it('leads home from the logo', async () => {
    const page = await visit('/faq');
    await page.getByRole('banner').getByRole('link', { name: 'Outharbor home page' }).click();
    await page.waitForURL(`${target().url}/`);
  });

  it('answers five questions, one at a time, and closes the open one', async () => {
    const page = await visit('/faq');
    const items = page.locator('details');
    expect(await items.count()).toBe(5);
    expect(await page.locator('details[open]').count()).toBe(0);
    await items.nth(0).locator('summary').click();
    await page.getByText('a minimum of').waitFor();
    await items.nth(2).locator('summary').click();
    expect(await page.locator('details[open]').count()).toBe(1);
    await page.getByText('three more months free').waitFor();
    await items.nth(2).locator('summary').click();
    expect(await page.locator('details[open]').count()).toBe(0);
  });

  it('answers what the product promises', async () => {
    const page = await visit('/faq');
    const answers = await page.locator('details').allTextContents();
    const promises = [
      [/audience/i, /sales objectives/i, /personali[sz]ed messages/i, /automated/i, /2\.5k messages a month/],
      [/account manager/i, /Monday to Saturday/, /senior/i],
      [/(five|5) meetings a month/i, /three months/i, /three more months free/i],
      [/no/i, /twice a day/i, /view|see|read/i],
      [/first (appointments|meetings)/i, /first weeks/i],
    ];
    for (const [index, words] of promises.entries()) {
      for (const word of words) expect(answers[index]).toMatch(word);
    }
  });

  it('says where questions can be sent by e-mail', async () => {
    const page = await visit('/faq');
    await page.getByText('Questions can also be sent by e-mail to').waitFor();
    const link = page.getByRole('link', { name: 'hello@outharbor.example' });
    expect(await link.getAttribute('href')).toBe('mailto:hello@outharbor.example');
  });

  it('tells the case study in its six sections with two images', async () => {
    const page = await visit('/caseStudies');
    expect(await page.locator('article h2').allTextContents()).toEqual([
      'Getting Started',
      'Background',
      'Goal Setting',
      'Strategy and Execution',
      'Results Achieved',
      'Wrapping Up',
    ]);
    expect(await page.getByRole('figure').getByRole('img').count()).toBe(2);
    const article = page.getByRole('article');
    expect(await article.getByRole('link', { name: 'Book Free Call' }).getAttribute('href')).toBe(
      '/booking-page',
    );
    expect(await article.textContent()).toMatch(
      /More than 15 calls in 5 weeks, several closed deals, and only one no-show/,
    );
  });

  it('shows only its name on the page about us', async () => {
    const page = await visit('/AboutUs');
    expect(await page.getByRole('main').textContent()).toBe('About Us');
  });

  it('lists three plans with their prices and features in the order of the catalogue', async () => {
    const page = await visit('/subscribe');
    for (const plan of PLANS) {
      const card = page.getByRole('article', { name: plan.title });
      expect(await card.locator('.plan-price').textContent()).toContain(`$${plan.price}`);
      expect(await card.locator('.features li').allInnerTexts()).toEqual(
        plan.features.map(({ text }) => text),
      );
      const missing = plan.features.filter(({ available }) => !available).map(({ text }) => text);
      expect(await card.locator('.feature-missing').allInnerTexts()).toEqual(missing);
      expect(await card.getByRole('img', { name: 'Not included' }).count()).toBe(missing.length);
    }
    expect(await texts(page, 'heading')).toEqual(['Pricing', 'Basic', 'Popular', 'Icebreaker']);
  });

  it('names the fields of registration and login and leads from one to the other', async () => {
    const page = await visit('/register');
    await page.getByRole('heading', { name: 'Register to service' }).waitFor();
    for (const label of ['FullName', 'Email', 'Password']) {
      expect(await page.getByLabel(label, { exact: true }).isEditable()).toBe(true);
    }
    await page.getByRole('link', { name: 'Login Now' }).click();
    await page.waitForURL(`${target().url}/login`);
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(2);
    await page.getByRole('link', { name: 'Register Now' }).click();
    await page.waitForURL(`${target().url}/register`);
  });

  it('marks e-mail and password as required', async () => {
    const page = await visit('/register');
    expect(await page.locator('input:required').count()).toBe(2);
    expect(await page.locator('input[autocomplete]').count()).toBe(3);
  });

  it('has pages for a payment made and a payment left', async () => {
    const page = await visit('/success');
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.getByRole('button', { name: 'Proceed' }).waitFor();
    await page.goto(`${target().url}/cancel`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('link', { name: 'Go to homepage' }).click();
    await page.waitForURL(`${target().url}/`);
  });

  it("answers an unknown address with the router's error and a 404", async () => {
    const page = await browser.open(options, /404/);
    const response = await page.goto(`${target().url}/no/such/page`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  });

  it('shows the panel of the discovery session', async () => {
    const page = await visit('/booking-page');
    const panel = page.getByRole('region', { name: 'Discovery Session' });
    expect(await panel.textContent()).toMatch(/Outharbor[\s\S]*Discovery Session[\s\S]*Thirty minutes/);
    const frame = page.locator('iframe[src*="hide_gdpr_banner=1"]');
    if (script) await expect.poll(async () => (await frame.boundingBox())?.height, WITHIN).toBe(900);
    else await page.locator('.scheduler noscript p').waitFor();
  });
});

describe('the header', () => {
  const HEADER = ['Home', 'Case Studies', 'F.A.Q', 'Pricing', 'Book Free Call'];

  it.each([
    ['Home', '/'],
    ['Case Studies', '/caseStudies'],
    ['F.A.Q', '/faq'],
    ['Pricing', '/subscribe'],
    ['Book Free Call', '/booking-page'],
  ])('leads a desktop from %s to %s without loading the page anew', async (name, path) => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/AboutUs`);
    await takenOver(page);
    await page.evaluate('window.sameDocument = true');
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(HEADER);
    await links.filter({ hasText: name }).click();
    await page.waitForURL(`${target().url}${path}`);
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    await page.locator('main:focus').waitFor();
  });

  it('stays at the top while the page scrolls', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(target().url);
    await page.getByRole('link', { name: 'I want to grow' }).scrollIntoViewIfNeeded();
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  });

  it.each([true, false])('has a menu on a phone (script: %s)', async (javaScriptEnabled) => {
    const page = await browser.open({ viewport: PHONE, javaScriptEnabled });
    await page.goto(`${target().url}/AboutUs`);
    if (javaScriptEnabled) await takenOver(page);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const items = page.getByRole('banner').getByRole('navigation').getByRole('link');
    expect(await items.count()).toBe(0);
    await button.click();
    expect(await items.allInnerTexts()).toEqual(['Home', 'Case Studies', 'F.A.Q', 'Book Free Call']);
    await page.mouse.click(40, 700);
    await items.first().waitFor({ state: 'hidden' });
    await button.click();
    await items.filter({ hasText: 'Case Studies' }).click();
    await page.waitForURL(`${target().url}/caseStudies`);
    // The address changes a moment before the page does.
    await items.first().waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe('/caseStudies');
  });
});

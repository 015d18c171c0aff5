import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, PLAN_INTERVAL, PLANS } from '@outharbor/contract/plans';
import { describe, expect, it } from 'vitest';
import { ABOUT_US } from '../../web/src/content/about-us.ts';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { BOOKING } from '../../web/src/content/booking.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import { CASE_STUDY, CASE_STUDY_SECTIONS } from '../../web/src/content/case-study.ts';
import { CLIENTS } from '../../web/src/content/clients.ts';
import { CANCEL, ERROR_PAGE } from '../../web/src/content/errors.ts';
import { FAQ, FAQ_PAGE } from '../../web/src/content/faq.ts';
import { BENEFITS, CLIENTS_TITLE, CLOSING, HERO, STEPS } from '../../web/src/content/home.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { BOOK_CALL, HEADER_LINKS, MENU_LINKS } from '../../web/src/content/navigation.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { SUCCESS } from '../../web/src/content/success.ts';

/*
 * The names, prices and main texts that the product's specification gives. Every other test takes them from
 * the catalogue and the content: whoever makes the site their own changes this file, or deletes it.
 */

describe('the catalogue', () => {
  it.each([
    [1, 'basic', 'Basic', 500, 5],
    [2, 'pro', 'Popular', 1000, 10],
    [3, 'business', 'Icebreaker', 1499, 15],
  ])('plan %d is %s, titled %s, for %d a month and %d closings', (id, name, title, price, closings) => {
    expect(PLANS.find((plan) => plan.id === id)).toMatchObject({ name, title, price, closings });
  });

  it('has three plans, paid monthly in US dollars', () => {
    expect([PLANS.length, PLAN_CURRENCY, PLAN_INTERVAL]).toEqual([3, 'usd', 'month']);
  });

  it('gives each plan the features of the specification, and more than the last', () => {
    const base = ['E\u2011mail outreach engine', 'CRM setup', 'CRM reminders'];
    const pro = [
      'Follow-up e\u2011mail templates',
      'Call script and training',
      'Sales presentation templates',
      'Call recording reviewing',
    ];
    const business = [
      'E\u2011mail deliverability optimization',
      'Ideal client persona makeover',
      'Unique selling proposition makeover',
      'Offer makeover',
      'LinkedIn profile optimization',
      'Client acquisition sales video script',
    ];
    const available = PLANS.map(({ features }) =>
      features.filter((feature) => feature.available).map(({ text }) => text),
    );
    expect(available).toEqual([
      [...base, '5 successful closings exclusively'],
      [...base, ...pro, '10 successful closings'],
      [...base, ...pro, ...business, '15 successful closings'],
    ]);
    for (const { features } of PLANS) expect(features).toHaveLength(14);
  });
});

describe('the site', () => {
  it('has the paths and labels of the specification in the header and the mobile menu', () => {
    const links = [
      ['Home', '/'],
      ['Case Studies', '/caseStudies'],
      ['F.A.Q', '/faq'],
    ];
    const pairs = (items: typeof HEADER_LINKS) => items.map(({ label, to }) => [label, to]);
    expect(pairs(HEADER_LINKS)).toEqual([...links, ['Pricing', '/subscribe']]);
    expect(pairs(MENU_LINKS)).toEqual([...links, ['Book Free Call', '/booking-page']]);
  });

  it('has the sections of the home page', () => {
    expect(HERO.action).toEqual({ label: 'Book Free Call', to: SITE_PATHS.booking });
    expect(BENEFITS.items.map(({ title }) => title)).toEqual([
      'Guaranteed booked meetings',
      'Rapid verification',
      'Ready-to-deploy platform',
      'Tailor-made',
      'Comprehensive sales support',
      'Return on investment',
    ]);
    expect([CLIENTS_TITLE, CLIENTS.length]).toEqual(['Trusted by brands all over the world', 5]);
    expect(STEPS.items.map(({ title }) => title)).toEqual(['Audience', 'Message', 'Schedule a Call']);
    expect(CLOSING).toMatchObject({
      title: 'Prepared for 25+ sales calls consultations monthly?',
      action: { label: 'I want to grow', to: SITE_PATHS.booking },
    });
    expect(BRAND.copyrightYear).toBe(2023);
  });

  it('makes the claims of the specification', () => {
    expect(HERO.facts.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '14-22+ leads a month',
      '2,500+ prospects contacted monthly',
      '25+ sales calls a month',
    ]);
    expect(HERO.text).toMatch(/14-22\+ leads a month.*more than 2,500 qualified leads contacted monthly/);
    expect(BENEFITS.items[0]?.text).toBe(
      'At least 5 meetings a month over 3 months. If we fall short, we work 3 more months for free.',
    );
    expect(STEPS.items[1]?.text).toContain('a minimum of 2.5k a month');
  });

  it('answers the five questions of the FAQ', () => {
    const records = FAQ.map((record) => JSON.stringify(record).replaceAll('**', ''));
    const promises = [
      [
        /How does the automation work\?/,
        /Audience/,
        /Sales objectives/,
        /Personalized messages/,
        /Automated campaigns/,
        /Human follow-up/,
        /a minimum of 2\.5k messages a month/,
      ],
      [/Who manages/, /account manager handles responses Monday to Saturday/, /senior team member/],
      [/guarantee/, /At least five meetings a month over three months/, /three more months free/],
      [/Do I have to reply/, /No\. The team checks the account twice a day/, /You can view all messages/],
      [/When will I see results\?/, /first appointments usually come within the first weeks/],
    ];
    expect(records).toHaveLength(promises.length);
    for (const [index, words] of promises.entries())
      for (const word of words) expect(records[index]).toMatch(word);
    expect(FAQ_PAGE.contact).toBe('Questions can also be sent by e\u2011mail to');
  });

  it('tells the case study in six sections with two images', () => {
    expect(CASE_STUDY_SECTIONS.map(({ title }) => title)).toEqual([
      'Getting Started',
      'Background',
      'Goal Setting',
      'Strategy and Execution',
      'Results Achieved',
      'Wrapping Up',
    ]);
    expect(CASE_STUDY_SECTIONS.filter(({ figure }) => figure)).toHaveLength(2);
    expect(JSON.stringify(CASE_STUDY_SECTIONS[4]).replaceAll('**', '')).toContain(
      'More than 15 calls in 5 weeks, several closed deals, and only one no-show.',
    );
    expect(CASE_STUDY.action).toBe(BOOK_CALL);
  });

  it('has the titles, labels and buttons of the specification', () => {
    expect([ABOUT_US, BOOKING.title, PRICING.title]).toEqual(['About Us', 'Discovery Session', 'Pricing']);
    expect(REGISTER).toMatchObject({
      title: 'Register to service',
      submit: 'Register',
      switchLink: 'Login Now',
    });
    expect(LOGIN).toMatchObject({ title: 'Login', submit: 'Login', switchLink: 'Register Now' });
    expect(FIELDS).toEqual({ userName: 'FullName', email: 'Email', password: 'Password' });
    expect(PRICING).toMatchObject({
      book: 'Book',
      subscribed: 'Subscribed',
      login: 'Login',
      logout: 'Logout',
    });
    expect(SUCCESS).toMatchObject({ title: 'Payment successful', action: 'Proceed' });
    expect(CANCEL).toMatchObject({ title: 'Something went wrong', action: 'Go to homepage' });
    expect(ERROR_PAGE.title).toBe('Unexpected Application Error!');
  });
});

it('the messages are those of the specification', () => {
  expect(MESSAGES).toMatchObject({
    fillAllFields: 'Please fill all the fields',
    validEmail: 'Please provide a valid email',
    loginFirst: 'Please login first',
    somethingWentWrong: 'Something went wrong',
    loggedOut: 'Logged out successfully',
  });
});

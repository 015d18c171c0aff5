import { BOOKING } from './booking.ts';
import { BRAND } from './brand.ts';
import { CASE_STUDY, CASE_STUDY_SECTIONS } from './case-study.ts';
import { CLIENTS } from './clients.ts';
import { FAQ, FAQ_PAGE } from './faq.ts';
import { BENEFITS, CLIENT_VIEW, CLIENTS_TITLE, CLOSING, HERO, STEPS } from './home.ts';
import { PRIVACY, TERMS } from './legal.ts';
import { BOOK_CALL, FOOTER_LINKS, HEADER_LINKS, MENU_LINKS } from './navigation.ts';
import { PAGE_ENTRIES, pageDocuments } from './pages.ts';
import { PLAN_CARDS } from './plans.ts';
import { PROOF } from './proof.ts';

/** All content as one tree, for the checks before a build. */
export const SITE_CONTENT = {
  brand: BRAND,
  navigation: { header: HEADER_LINKS, menu: MENU_LINKS, footer: FOOTER_LINKS, bookCall: BOOK_CALL },
  home: {
    hero: HERO,
    benefits: BENEFITS,
    clientsTitle: CLIENTS_TITLE,
    proof: PROOF,
    steps: STEPS,
    clientView: CLIENT_VIEW,
    closing: CLOSING,
  },
  clients: CLIENTS,
  faqPage: FAQ_PAGE,
  faq: FAQ,
  caseStudy: CASE_STUDY,
  caseStudySections: CASE_STUDY_SECTIONS,
  booking: BOOKING,
  plans: PLAN_CARDS,
  privacy: PRIVACY,
  terms: TERMS,
  pages: PAGE_ENTRIES,
  documents: pageDocuments(),
};

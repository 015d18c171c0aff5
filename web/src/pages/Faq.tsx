import { FAQ, FAQ_PAGE } from '../content/faq.ts';
import { Accordion } from '../ui/Accordion.tsx';
import styles from '../ui/faq.css?inline';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import { SiteFooter } from '../ui/SiteFooter.tsx';

export function FaqPage() {
  const { title, intro, contact, email } = FAQ_PAGE;
  return (
    <>
      <PageStyles name="faq" css={styles} />
      <Main className="text-page faq">
        <h1>{title}</h1>
        <p className="lead">{intro}</p>
        <Accordion items={FAQ} />
        <p className="faq-contact">
          {contact} <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </Main>
      <SiteFooter />
    </>
  );
}

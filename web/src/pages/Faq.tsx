import { FAQ, FAQ_PAGE } from '../content/faq.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { Main } from '../ui/Main.tsx';
import { SiteFooter } from '../ui/SiteFooter.tsx';

export function FaqPage() {
  const { title, intro, contact, email } = FAQ_PAGE;
  return (
    <>
      <Main className="faq">
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

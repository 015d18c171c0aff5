import { FAQ, FAQ_PAGE } from '../content/faq.ts';
import { BOOK_CALL } from '../content/navigation.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import styles from '../ui/faq.css?inline';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';

export function Page() {
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
        <ButtonLink {...BOOK_CALL} />
      </Main>
    </>
  );
}

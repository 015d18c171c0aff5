import { type LegalPage, TEMPLATE_NOTICE } from '../content/legal.ts';
import styles from './legal.css?inline';
import { Main } from './Main.tsx';
import { PageStyles } from './PageStyles.tsx';
import { RichText } from './RichText.tsx';

export function LegalText({ title, template, sections }: LegalPage) {
  return (
    <>
      <PageStyles name="legal" css={styles} />
      <Main className="text-page legal">
        <h1>{title}</h1>
        {template && <p className="notice">{TEMPLATE_NOTICE}</p>}
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            <RichText blocks={section.body} />
          </section>
        ))}
      </Main>
    </>
  );
}

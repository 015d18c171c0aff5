import { CASE_STUDY, CASE_STUDY_SECTIONS } from '../content/case-study.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { CaseStudySection } from '../ui/CaseStudySection.tsx';
import styles from '../ui/case-study.css?inline';
import { Facts } from '../ui/Facts.tsx';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';

export function Page() {
  const { example, notice, kicker, title, summary, action, results } = CASE_STUDY;
  return (
    <>
      <PageStyles name="case-study" css={styles} />
      <Main className="text-page case-study">
        <article>
          <header>
            <p className="kicker">{kicker}</p>
            <h1>{title}</h1>
            <p className="lead">{summary}</p>
            {example && <p className="example-note">{notice}</p>}
            <ButtonLink {...action} size="large" />
          </header>
          <Facts facts={results} />
          {CASE_STUDY_SECTIONS.map((section) => (
            <CaseStudySection key={section.id} {...section} />
          ))}
          <p className="case-study-end">
            <ButtonLink {...action} size="large" />
          </p>
        </article>
      </Main>
    </>
  );
}

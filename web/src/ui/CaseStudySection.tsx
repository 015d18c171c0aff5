import type { CaseStudyFigure, CaseStudySection as Section } from '../content/case-study.ts';
import { InlinePicture } from './InlinePicture.tsx';
import funnel from './pictures/funnel.svg?raw';
import weeks from './pictures/weeks.svg?raw';
import { RichText } from './RichText.tsx';

const PICTURES: Record<CaseStudyFigure['picture'], string> = { funnel, weeks };

function Figure({ picture, caption, alt }: CaseStudyFigure) {
  return (
    <figure>
      <InlinePicture className="chart panel" svg={PICTURES[picture]} alt={alt} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

export function CaseStudySection({ id, title, body, figure }: Section) {
  return (
    <section className="later" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RichText blocks={body} />
      {figure && <Figure {...figure} />}
    </section>
  );
}

import type { CaseStudyFigure, CaseStudySection as Section } from '../content/case-study.ts';
import { Picture } from './Picture.tsx';
import funnel from './pictures/funnel.svg';
import weeks from './pictures/weeks.svg';
import { RichText } from './RichText.tsx';

const PICTURES: Record<CaseStudyFigure['picture'], string> = { funnel, weeks };

function Figure({ picture, caption, alt, width, height }: CaseStudyFigure) {
  return (
    <figure>
      <Picture src={PICTURES[picture]} alt={alt} width={width} height={height} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

export function CaseStudySection({ id, title, body, figure }: Section) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RichText blocks={body} />
      {figure && <Figure {...figure} />}
    </section>
  );
}

import type { HERO } from '../../content/home.ts';
import { ButtonLink } from '../ButtonLink.tsx';
import { Facts } from '../Facts.tsx';
import { InlinePicture } from '../InlinePicture.tsx';
import route from '../pictures/hero.svg?raw';

/** The headline breaks between sentences. */
const SENTENCE_END = /(?<=[.?!]) /;

export function Hero({ kicker, title, text, action, pictureAlt, facts }: typeof HERO) {
  return (
    <section className="hero">
      <div className="hero-text">
        <p className="kicker">{kicker}</p>
        <h1>
          {title.split(SENTENCE_END).map((sentence, index) => (
            <span key={sentence}>
              {index > 0 && ' '}
              {sentence}
            </span>
          ))}
        </h1>
        <p className="lead">{text}</p>
        <ButtonLink {...action} size="large" />
      </div>
      <InlinePicture className="hero-picture" svg={route} alt={pictureAlt} />
      <Facts facts={facts} />
    </section>
  );
}

import type { HERO } from '../../content/home.ts';
import { ButtonLink } from '../ButtonLink.tsx';
import { Facts } from '../Facts.tsx';
import { InlinePicture } from '../InlinePicture.tsx';
import route from '../pictures/hero.svg?raw';

export function Hero({ kicker, title, text, action, pictureAlt, facts }: typeof HERO) {
  return (
    <section className="hero">
      <div className="hero-text">
        <p className="kicker">{kicker}</p>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        <ButtonLink {...action} size="large" />
      </div>
      <InlinePicture className="hero-picture" svg={route} alt={pictureAlt} />
      <Facts facts={facts} />
    </section>
  );
}

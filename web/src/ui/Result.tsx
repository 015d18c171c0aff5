import type { ReactNode } from 'react';
import { LogoLink } from './Logo.tsx';
import { Main } from './Main.tsx';
import { PageStyles } from './PageStyles.tsx';
import { Picture } from './Picture.tsx';
import styles from './result.css?inline';

interface ResultProps {
  readonly picture?: string;
  readonly pictureAlt?: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function Result({ picture, pictureAlt = '', title, text, children }: ResultProps) {
  return (
    <>
      <PageStyles name="result" css={styles} />
      <Main className="result">
        <LogoLink />
        {picture && <Picture src={picture} alt={pictureAlt} width={480} height={300} lazy={false} />}
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {children}
      </Main>
    </>
  );
}

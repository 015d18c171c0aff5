import { ABOUT_US, ABOUT_US_TEXT } from '../content/about-us.ts';
import styles from '../ui/about-us.css?inline';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import { RichText } from '../ui/RichText.tsx';

export function Page() {
  return (
    <>
      <PageStyles name="about-us" css={styles} />
      <Main className="text-page about-us">
        <h1>{ABOUT_US}</h1>
        {ABOUT_US_TEXT.length > 0 && <RichText blocks={ABOUT_US_TEXT} />}
      </Main>
    </>
  );
}

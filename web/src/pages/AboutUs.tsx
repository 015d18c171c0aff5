import { ABOUT_US } from '../content/about-us.ts';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import styles from '../ui/text-page.css?inline';

export function Page() {
  return (
    <>
      <PageStyles name="text-page" css={styles} />
      <Main className="text-page">
        <h1>{ABOUT_US}</h1>
      </Main>
    </>
  );
}

import { BENEFITS, CLIENTS_TITLE, CLOSING, HERO, STEPS } from '../content/home.ts';
import { PROOF } from '../content/proof.ts';
import { Benefits } from '../ui/home/Benefits.tsx';
import { Clients } from '../ui/home/Clients.tsx';
import { Closing } from '../ui/home/Closing.tsx';
import { Hero } from '../ui/home/Hero.tsx';
import styles from '../ui/home/home.css?inline';
import { Steps } from '../ui/home/Steps.tsx';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';

export function Page() {
  return (
    <>
      <PageStyles name="home" css={styles} />
      <Main className="home">
        <Hero {...HERO} />
        <Benefits {...BENEFITS} />
        <Clients title={CLIENTS_TITLE} proof={PROOF} />
        <Steps {...STEPS} />
        <Closing {...CLOSING} />
      </Main>
    </>
  );
}

import { MESSAGES } from '../content/messages.ts';
import { BOOK_CALL } from '../content/navigation.ts';
import { PRICING } from '../content/pricing.ts';
import { useSession } from '../features/auth/use-session.ts';
import { PlanGrid } from '../features/pricing/PlanGrid.tsx';
import { PricingHeader } from '../features/pricing/PricingHeader.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import styles from '../ui/pricing.css?inline';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function Page() {
  const session = useSession();
  return (
    <>
      <PageStyles name="pricing" css={styles} />
      <PricingHeader session={session} />
      <Main className="pricing">
        <h1>{PRICING.title}</h1>
        <p className="lead">{PRICING.intro}</p>
        <ScriptNotice text={MESSAGES.needsScript} />
        <PlanGrid session={session} />
        <dl className="plan-questions later">
          {PRICING.questions.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
        <section className="pricing-closing later" aria-labelledby="pricing-closing">
          <h2 id="pricing-closing">{PRICING.guarantee}</h2>
          <p>{PRICING.guaranteeText}</p>
          <ButtonLink {...BOOK_CALL} tone="quiet" />
        </section>
      </Main>
    </>
  );
}

import { MESSAGES, PRICING } from '../content/account.ts';
import { useSession } from '../features/auth/use-session.ts';
import { PlanGrid } from '../features/pricing/PlanGrid.tsx';
import { PricingHeader } from '../features/pricing/PricingHeader.tsx';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import styles from '../ui/pricing.css?inline';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function PricingPage() {
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
      </Main>
    </>
  );
}

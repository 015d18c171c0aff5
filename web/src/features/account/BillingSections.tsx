import { formatMoney } from '@outharbor/contract/money';
import type { Receipt } from '@outharbor/contract/schemas';
import { ACCOUNT, PLAN, RECEIPTS } from '../../content/account-page.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import type { SignedIn } from '../auth/session.ts';
import { openBillingPortal } from '../checkout/start-checkout.ts';
import { longDate } from '../pricing/plan-standing.ts';
import { AccountSection } from './AccountSection.tsx';
import { NoPlan, PlanSection } from './PlanSection.tsx';
import { useAction } from './use-action.ts';
import { useOverview } from './use-overview.ts';

export function BillingSections({ session }: { readonly session: SignedIn }) {
  const { overview, reload } = useOverview(session);
  const { busy, run } = useAction();
  const { uid } = session;
  if (overview === 'loading') return <p role="status">{ACCOUNT.loading}</p>;
  if (overview === 'failed') return <LoadingFailed busy={busy === 'retry'} onRetry={run('retry', reload)} />;
  const { plan, receipts, credit } = overview;
  return (
    <>
      <AccountSection title={PLAN.title}>
        {plan ? <PlanSection uid={uid} plan={plan} reload={reload} /> : <NoPlan />}
        {credit && (
          <p>
            {PLAN.credit} <span>{formatMoney(credit.amount, credit.currency)}</span>
            {credit.returnable > 0 && (
              <>
                . {PLAN.returnable} <span>{formatMoney(credit.returnable, credit.currency)}</span>
              </>
            )}
          </p>
        )}
        {receipts.length > 0 && (
          <BusyButton
            tone="quiet"
            busy={busy === 'portal'}
            onClick={run('portal', () => openBillingPortal(uid, 'account'))}
          >
            {plan && plan.endsAt === undefined ? PLAN.manage : PLAN.manageBilling}
          </BusyButton>
        )}
      </AccountSection>
      <AccountSection title={RECEIPTS.title}>
        {receipts.length === 0 ? <p>{RECEIPTS.none}</p> : <Receipts receipts={receipts} />}
      </AccountSection>
    </>
  );
}

interface LoadingFailedProps {
  readonly busy: boolean;
  readonly onRetry: () => void;
}

function LoadingFailed({ busy, onRetry }: LoadingFailedProps) {
  return (
    <AccountSection title={PLAN.title}>
      <p role="status">{ACCOUNT.failed}</p>
      <BusyButton tone="quiet" busy={busy} onClick={onRetry}>
        {ACCOUNT.retry}
      </BusyButton>
    </AccountSection>
  );
}

function Receipts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  return (
    <ul className="receipts">
      {receipts.map((receipt) => {
        const { id, created, status, url } = receipt;
        return (
          <li key={id}>
            {url ? (
              <a href={url}>{receiptTitle(status, created)}</a>
            ) : (
              <span>{receiptTitle(status, created)}</span>
            )}{' '}
            <span>{toOutcome(receipt)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function toOutcome({ amount, currency, status, returned = 0 }: Receipt): string {
  const what: string = amount < 0 ? RECEIPTS.credited : RECEIPTS.status[status];
  const outcome = returned > 0 && returned >= amount ? [] : [what];
  if (returned > 0) outcome.push(`${formatMoney(returned, currency)} ${RECEIPTS.returned}`);
  return [formatMoney(Math.abs(amount), currency), ...outcome].join(', ');
}

const receiptTitle = (status: Receipt['status'], created: number) =>
  `${status === 'paid' ? RECEIPTS.receipt : RECEIPTS.invoice} ${longDate(created)}`;

import type { Snapshot } from '../../snapshot.ts';
import { Panel } from '../parts/Panel.tsx';
import { Accounts } from './Accounts.tsx';
import { Bookings } from './Bookings.tsx';
import { CheckoutSessions } from './CheckoutSessions.tsx';
import { Controls } from './Controls.tsx';
import { DatabaseTree } from './DatabaseTree.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Faults } from './Faults.tsx';
import { Mails } from './Mails.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { UnsupportedCalls } from './UnsupportedCalls.tsx';

export function Sections({ snapshot }: { readonly snapshot: Snapshot }) {
  const { seedable, clocks, accounts, database, stripe, scheduling, mails } = snapshot;
  return (
    <div className="sections">
      <Controls clocks={clocks} seedable={seedable} />
      <Panel title="Accounts" part={accounts}>
        {(value) => <Accounts accounts={value} />}
      </Panel>
      <Panel title="Database" part={database}>
        {(value) => <DatabaseTree value={value} />}
      </Panel>
      <Panel title="Checkout sessions" part={stripe}>
        {({ sessions }) => <CheckoutSessions sessions={sessions} />}
      </Panel>
      <Panel title="Subscriptions" part={stripe}>
        {({ subscriptions }) => <Subscriptions subscriptions={subscriptions} />}
      </Panel>
      <Panel title="Stripe webhooks" part={stripe} wide>
        {({ deliveries }) => <Deliveries service="stripe" deliveries={deliveries} />}
      </Panel>
      <Panel title="Bookings" part={scheduling}>
        {({ bookings }) => <Bookings bookings={bookings} />}
      </Panel>
      <Panel title="Emails" part={mails}>
        {(value) => <Mails mails={value} />}
      </Panel>
      <Panel title="Scheduling webhooks" part={scheduling} wide>
        {({ deliveries }) => <Deliveries service="scheduling" deliveries={deliveries} />}
      </Panel>
      <Panel title="Stripe faults" part={stripe}>
        {({ faults, faultChoices }) => <Faults service="stripe" faults={faults} choices={faultChoices} />}
      </Panel>
      <Panel title="Unsupported Stripe calls" part={stripe}>
        {({ unsupported }) => <UnsupportedCalls calls={unsupported} />}
      </Panel>
      <Panel title="Scheduling faults" part={scheduling}>
        {({ faults, faultChoices }) => <Faults service="scheduling" faults={faults} choices={faultChoices} />}
      </Panel>
    </div>
  );
}

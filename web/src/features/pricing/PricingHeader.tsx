import { PRICING } from '../../content/pricing.ts';
import { LogoLink } from '../../ui/Logo.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { Session } from '../auth/session.ts';
import { AccountControls } from './AccountControls.tsx';

/** The account controls are in the bar on wide screens and in the menu on small ones. */
export function PricingHeader({ session }: { readonly session: Session }) {
  return (
    <header className="site-header">
      <div className="bar">
        <LogoLink />
        <div className="wide-only">
          <AccountControls session={session} />
        </div>
        <div className="narrow-only">
          <Menu id="account-menu" label={PRICING.menu}>
            <AccountControls session={session} />
          </Menu>
        </div>
      </div>
    </header>
  );
}

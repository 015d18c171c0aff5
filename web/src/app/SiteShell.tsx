import { Outlet } from 'react-router-dom';
import { FOOTER_LINKS } from '../content/navigation.ts';
import { SiteFooter } from '../ui/SiteFooter.tsx';
import { SiteHeader } from '../ui/SiteHeader.tsx';

export function SiteShell() {
  return (
    <>
      <SiteHeader />
      <Outlet />
      <SiteFooter links={FOOTER_LINKS} />
    </>
  );
}

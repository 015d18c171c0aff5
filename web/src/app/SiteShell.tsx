import { Outlet } from 'react-router-dom';
import { SiteFooter } from '../ui/SiteFooter.tsx';
import { SiteHeader } from '../ui/SiteHeader.tsx';

export function SiteShell() {
  return (
    <>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </>
  );
}

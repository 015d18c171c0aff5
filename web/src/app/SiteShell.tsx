import { Outlet } from 'react-router-dom';
import { SiteHeader } from '../ui/SiteHeader.tsx';

export function SiteShell() {
  return (
    <>
      <SiteHeader />
      <Outlet />
    </>
  );
}

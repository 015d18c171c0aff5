import { ABOUT_US } from '../content/about-us.ts';
import { Main } from '../ui/Main.tsx';

export function AboutUsPage() {
  return (
    <Main className="about-us">
      <h1>{ABOUT_US}</h1>
    </Main>
  );
}

import { PRIVACY } from '../content/legal.ts';
import { LegalText } from '../ui/LegalText.tsx';

export function Page() {
  return <LegalText {...PRIVACY} />;
}

import { TERMS } from '../content/legal.ts';
import { LegalText } from '../ui/LegalText.tsx';

export function Page() {
  return <LegalText {...TERMS} />;
}

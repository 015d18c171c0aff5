import { PRIVACY } from '../content/legal.ts';
import { LegalText } from '../ui/LegalText.tsx';

export function PrivacyPage() {
  return <LegalText {...PRIVACY} />;
}

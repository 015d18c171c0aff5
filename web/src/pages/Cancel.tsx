import { SITE_PATHS } from '@outharbor/contract/paths';
import { CANCEL } from '../content/account.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Main } from '../ui/Main.tsx';
import { Picture } from '../ui/Picture.tsx';
import lifebuoy from '../ui/pictures/cancel.svg';

export function CancelPage() {
  return (
    <Main className="result">
      <Picture src={lifebuoy} alt={CANCEL.pictureAlt} width={480} height={300} lazy={false} />
      <h1>{CANCEL.title}</h1>
      <p className="lead">{CANCEL.text}</p>
      <ButtonLink to={SITE_PATHS.home} label={CANCEL.action} />
    </Main>
  );
}

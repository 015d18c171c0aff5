import { SITE_PATHS } from '@outharbor/contract/paths';
import { CANCEL } from '../content/errors.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import lifebuoy from '../ui/pictures/cancel.svg';
import { Result } from '../ui/Result.tsx';

export function Page() {
  const { title, text, pictureAlt, action, back } = CANCEL;
  return (
    <Result picture={lifebuoy} pictureAlt={pictureAlt} title={title} text={text}>
      <ButtonLink to={SITE_PATHS.pricing} label={back} />
      <ButtonLink to={SITE_PATHS.home} label={action} tone="quiet" />
    </Result>
  );
}

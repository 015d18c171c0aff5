import { SITE_PATHS } from '@outharbor/contract/paths';
import { ERROR_PAGE } from '../content/errors.ts';
import lighthouse from './pictures/lighthouse.svg';
import { Result } from './Result.tsx';

/** The error page. Its home link is a plain anchor, so that it works even if the router does not. */
export function ErrorMessage({ explanation }: { readonly explanation: string }) {
  const { title, pictureAlt, home } = ERROR_PAGE;
  return (
    <Result picture={lighthouse} pictureAlt={pictureAlt} title={title} text={explanation}>
      <a className="button button-primary button-regular" href={SITE_PATHS.home}>
        {home}
      </a>
    </Result>
  );
}

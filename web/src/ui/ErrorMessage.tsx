import { SITE_PATHS } from '@outharbor/contract/paths';
import { ERROR_PAGE } from '../content/account.ts';
import { Main } from './Main.tsx';
import { Picture } from './Picture.tsx';
import lighthouse from './pictures/lighthouse.svg';

/** The error page. Its way home is a plain link, so that it works when the application does not. */
export function ErrorMessage({ explanation }: { readonly explanation: string }) {
  return (
    <Main className="result">
      <Picture src={lighthouse} alt={ERROR_PAGE.pictureAlt} width={480} height={300} lazy={false} />
      <h1>{ERROR_PAGE.title}</h1>
      <p className="lead">{explanation}</p>
      <a className="button button-primary button-regular" href={SITE_PATHS.home}>
        {ERROR_PAGE.home}
      </a>
    </Main>
  );
}

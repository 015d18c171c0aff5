import { useEffect } from 'react';
import { OFFLINE_PAGE } from '../content/errors.ts';
import { untilSiteIsReachable } from '../lib/renew.ts';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import styles from '../ui/result.css?inline';
import { SiteHeader } from '../ui/SiteHeader.tsx';

/** Replaces a page that could not be fetched, and reloads once the site is reachable. */
export function OfflinePage() {
  useEffect(() => {
    const left = new AbortController();
    untilSiteIsReachable(left.signal).then((answers) => answers && location.reload());
    return () => left.abort();
  }, []);
  return (
    <>
      <PageStyles name="result" css={styles} />
      <Main className="result">
        <h1>{OFFLINE_PAGE.title}</h1>
        <p className="lead">{OFFLINE_PAGE.text}</p>
      </Main>
    </>
  );
}

/** For pages outside the site shell, which provides the header. */
export function OfflinePageWithHeader() {
  return (
    <>
      <SiteHeader />
      <OfflinePage />
    </>
  );
}

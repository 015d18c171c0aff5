import { useEffect } from 'react';
import { OFFLINE_PAGE } from '../content/errors.ts';
import { untilSiteAnswers } from '../lib/renew.ts';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import styles from '../ui/result.css?inline';
import { SiteHeader } from '../ui/SiteHeader.tsx';

/** Stands in for a page that could not be fetched, and loads it once the site can be reached. */
export function OfflinePage() {
  useEffect(() => {
    const left = new AbortController();
    untilSiteAnswers(left.signal).then((answers) => answers && location.reload());
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

/** The same for a page that brings its own header, or none. */
export function OfflinePageWithHeader() {
  return (
    <>
      <SiteHeader />
      <OfflinePage />
    </>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { logError } from '../../lib/log.ts';
import {
  checkPasswordLink,
  followLink,
  type LinkMode,
  linkRejection,
  type MailedLink,
  mailedLink,
} from './mailed-links.ts';

type LinkState =
  | { readonly status: 'checking' }
  | { readonly status: 'password'; readonly code: string; readonly email: string }
  | { readonly status: 'done'; readonly mode: keyof typeof ACCOUNT_ACTION.done }
  | { readonly status: 'rejected'; readonly reason: string; readonly mode?: LinkMode }
  | { readonly status: 'failed' };

/** Applies the mailed link in the URL once. A password link is only checked; the form applies it. */
export function useMailedLink() {
  const { search } = useLocation();
  const [state, setState] = useState<LinkState>({ status: 'checking' });
  const reject = (reason: string) => setState({ status: 'rejected', reason });
  useEffect(() => {
    const link = mailedLink(search);
    if (!link) {
      setState({ status: 'rejected', reason: ACCOUNT_ACTION.used });
      return;
    }
    toOutcome(link).then(setState, (error: unknown) => {
      const reason = linkRejection(error);
      if (!reason) logError('The mailed link could not be followed', error);
      setState(reason ? { status: 'rejected', reason, mode: link.mode } : { status: 'failed' });
    });
  }, [search]);
  return { state, reject };
}

async function toOutcome({ mode, code }: MailedLink): Promise<LinkState> {
  if (mode === 'resetPassword') return { status: 'password', code, email: await checkPasswordLink(code) };
  await followLink(code);
  return { status: 'done', mode };
}

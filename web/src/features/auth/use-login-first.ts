import { SITE_PATHS } from '@outharbor/contract/paths';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/account.ts';
import { notify } from '../notifications/notify.ts';

/** Milliseconds between 'Please login first' and the login page. */
const DELAY = 2000;

/** Asks to log in and goes to the login page, unless the page is left before. */
export function useLoginFirst(): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    notify.failure(MESSAGES.loginFirst);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => navigate(SITE_PATHS.login), DELAY);
  }, [navigate]);
}

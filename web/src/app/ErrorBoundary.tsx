import { Component, type ReactNode } from 'react';
import { ERROR_PAGE } from '../content/account.ts';
import { logError } from '../lib/log.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** The last resort: whatever a page throws ends in the error page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    logError('The page failed', error);
  }

  override render() {
    return this.state.failed ? <ErrorMessage explanation={ERROR_PAGE.crashed} /> : this.props.children;
  }
}

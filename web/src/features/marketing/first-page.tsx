import { Navigate } from '@tanstack/react-router';
import { useMarketingPages } from './marketing-pages.ts';

/** Redirects to the first area that the person may open. */
export function FirstPage() {
  const [first] = useMarketingPages();
  return first ? <Navigate to={first.to} replace /> : null;
}

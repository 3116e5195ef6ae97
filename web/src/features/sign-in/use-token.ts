import { useEffect, useState } from 'react';

/** The token of the link in a mail. It is removed from the address bar and the history at once. */
export function useToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? undefined);
  useEffect(() => {
    if (token !== undefined) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}

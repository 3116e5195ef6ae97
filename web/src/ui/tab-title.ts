import { createContext, useContext, useEffect } from 'react';

/** The area that a page belongs to, such as the administration. */
export const TabArea = createContext<string | undefined>(undefined);

const product = 'Atrium';

/** Example: `Acme – Accounts · Atrium`. */
export function tabTitle(name: string | undefined, area: string | undefined): string {
  const place = [name, area === name ? undefined : area].filter(Boolean).join(' – ');
  return place === '' ? product : `${place} · ${product}`;
}

/** Sets the name of the page in the browser tab, in its history and in bookmarks. */
export function useTabTitle(name: string | undefined, area?: string): void {
  const surrounding = useContext(TabArea);
  const title = tabTitle(name, area ?? surrounding);
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = product;
    };
  }, [title]);
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Folder, firstFolder } from './folder.ts';

interface InboxUrl {
  readonly folder: Folder;
  /** The conversation that is open. */
  readonly id: string | undefined;
  readonly q: string;
  /** Shows only conversations of this channel; undefined shows all. */
  readonly channel: string | undefined;
  /** True when the composer for a new mail is open. */
  readonly compose: boolean;
}

type Change = Partial<Record<'folder' | 'id' | 'q' | 'channel' | 'compose', string | undefined>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The open folder and conversation, kept in the address so that it can be sent to a colleague. */
export function useInboxUrl(): InboxUrl & { readonly go: (change: Change, replace?: boolean) => void } {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const go = useCallback(
    (change: Change, replace = false) => {
      const next = (old: object) =>
        Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== undefined));
      navigate({ to: '/inbox', search: next as never, replace });
    },
    [navigate],
  );
  return {
    folder: text(search.folder) ?? firstFolder,
    id: text(search.id),
    q: text(search.q) ?? '',
    channel: text(search.channel),
    compose: search.compose !== undefined,
    go,
  };
}

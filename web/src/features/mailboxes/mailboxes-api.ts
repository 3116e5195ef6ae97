import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { connectionsPath } from '~/views/mail/connections.ts';

const base = '/api/communications/mailbox-connection';
const returnTo = '/app/settings/mailboxes';

interface Overview {
  /** The providers that the operator has configured. */
  readonly providers: readonly string[];
  /** The time of the last synchronisation. It includes runs without new mail, which do not change the record. */
  readonly data: readonly { readonly _id: string; readonly lastSyncedAt: string | null }[];
}

const overviewEveryMs = 60_000;

export const overviewQuery = queryOptions({
  queryKey: [...keys.model(connectionsPath), 'overview'],
  queryFn: ({ signal }) => request<Overview>('GET', base, { signal }),
  refetchInterval: overviewEveryMs,
});

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly role: string;
}

export const foldersQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.model(connectionsPath), 'folders', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly Folder[] }>('GET', `${base}/${id}/folders`, { signal })).data,
    retry: false,
  });

type Body = Readonly<Record<string, unknown>>;
type Reconnected = { readonly authorizationUrl?: string };

export const mailboxesApi = {
  connectUrl: (provider: string) => `${base}/connect?provider=${provider}&returnTo=${encodeURIComponent(returnTo)}`,
  connect: (body: Body): Promise<unknown> => request('POST', base, { body }),
  change: (id: string, body: Body): Promise<unknown> => request('PATCH', `${base}/${id}`, { body }),
  reconnect: (id: string, password: string | undefined): Promise<Reconnected> =>
    request('POST', `${base}/${id}/reconnect`, { body: password === undefined ? { returnTo } : { password } }),
  disconnect: (id: string): Promise<unknown> => request('DELETE', `${base}/${id}`),
  sync: (connectionId: string): Promise<unknown> =>
    request('POST', '/api/communications/mailbox-sync/sync', { body: { connectionId } }),
};

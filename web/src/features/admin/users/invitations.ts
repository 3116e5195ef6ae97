import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';

export interface Invitation {
  readonly _id: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly teamIds: readonly string[];
  readonly invitedBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const path = '/api/identity/invitations';

export const invitationsQuery = queryOptions({
  queryKey: ['admin', 'invitations'],
  queryFn: async ({ signal }) => (await request<{ data: readonly Invitation[] }>('GET', path, { signal })).data,
});

export const invitations = {
  send: (input: Pick<Invitation, 'email' | 'roles' | 'teamIds'>): Promise<Invitation> =>
    request('POST', path, { body: input }),
  revoke: (id: string): Promise<unknown> => request('DELETE', `${path}/${id}`),
};

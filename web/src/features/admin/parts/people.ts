import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type Included, type RecordData, records } from '~/api/records.ts';

export const usersPath = '/api/identity/users';
export const rolesPath = '/api/identity/roles';

/** A user with the fields that the administration shows. */
export interface User extends RecordData {
  readonly email: string;
  readonly name: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly title: string | null;
  readonly roles: readonly string[] | null;
  readonly active: boolean;
  readonly emailVerified: boolean;
  readonly verificationDueAt: string | null;
  readonly lastLoginAt: string | null;
  readonly lockedUntil: string | null;
  readonly password: { readonly set: boolean } | null;
}

/** A user with the records to which it refers. */
export type ReadUser = User & { readonly included?: Included };

export interface Role extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[] | null;
  readonly hiddenFields: Readonly<Record<string, readonly string[]>> | null;
  readonly readOnlyFields: Readonly<Record<string, readonly string[]>> | null;
}

export type FoundUser = Pick<User, '_id' | 'email' | 'name' | 'firstName' | 'lastName' | 'title'>;

export const personName = ({ name, email }: { name?: string | null; email: string }): string => name || email;

/** Finds users whose name or address begins with the text. */
export const foundUsersQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.model(usersPath), 'found', q],
    queryFn: ({ signal }) =>
      request<{ data: readonly FoundUser[] }>('GET', `${usersPath}/search`, {
        query: { q: q || undefined, limit: 30 },
        signal,
      }),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keys.record(usersPath, id),
    queryFn: ({ signal }) => records.get(usersPath, id, ['departmentId', 'managerId'], signal) as Promise<ReadUser>,
  });

const rolesInput = { sort: ['name'], limit: 200 } as const;

/** All roles of the account. */
export const allRolesQuery = queryOptions({
  queryKey: keys.list(rolesPath, rolesInput),
  queryFn: async ({ signal }) => (await records.list(rolesPath, rolesInput, signal)).data as readonly Role[],
});

const teamsPath = '/api/identity/teams';
const teamsInput = { fields: ['name'], sort: ['name'], limit: 200 };

export const allTeamsQuery = queryOptions({
  queryKey: keys.list(teamsPath, teamsInput),
  queryFn: async ({ signal }) =>
    (await records.list(teamsPath, teamsInput, signal)).data as readonly (RecordData & { readonly name: string })[],
});

export const useRoleNames = (): readonly string[] => useQuery(allRolesQuery).data?.map(({ name }) => name) ?? [];

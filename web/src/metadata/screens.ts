import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type Page, type RecordData, records } from '~/api/records.ts';

export interface Screen extends RecordData {
  readonly name: string;
  readonly modelKey: string | null;
  readonly layout: string;
  readonly icon: string | null;
  readonly color: string | null;
  readonly active: boolean;
}

export interface Workspace extends RecordData {
  readonly name: string;
  readonly screenIds: readonly string[];
  readonly defaultScreenId: string | null;
  readonly icon: string | null;
  readonly position: number;
  readonly isDefault: boolean;
  readonly active: boolean;
}

/** A favourite screen of a person, with its position. */
export interface UserScreen extends RecordData {
  readonly screenId: string;
  readonly position: number;
  readonly visible: boolean;
  readonly screen?: Screen;
}

/** The sidebar shows at most this many screens. */
const maxShown = 200;

const paths = { screens: '/api/ui/screens', workspaces: '/api/ui/workspaces', userScreens: '/api/ui/userScreens' };

export const screensQuery = queryOptions({
  queryKey: [...keys.model(paths.screens), 'all'],
  queryFn: async ({ signal }) => {
    const { data } = await records.list(
      paths.screens,
      { filter: { active: true }, sort: ['position', 'name'], limit: maxShown, count: 'none' },
      signal,
    );
    return data as readonly Screen[];
  },
});

export const workspacesQuery = queryOptions({
  queryKey: [...keys.model(paths.workspaces), 'all'],
  queryFn: async ({ signal }) => {
    const { data } = await records.list(
      paths.workspaces,
      { filter: { active: true }, sort: ['position', 'name'], limit: maxShown, count: 'none' },
      signal,
    );
    return data as readonly Workspace[];
  },
});

export const userScreensQuery = queryOptions({
  queryKey: [...keys.model(paths.userScreens), 'mine'],
  queryFn: async ({ signal }) => {
    const { data } = await request<Page<UserScreen>>('GET', paths.userScreens, { signal });
    return data.filter(({ visible }) => visible);
  },
});

export const userScreens = {
  add: (userId: string, screenId: string, position: number) =>
    records.create(paths.userScreens, { userId, screenId, position }),
  /** Positions are written all or none, so that the order is never half new. */
  place: (places: readonly { readonly _id: string; readonly position: number }[]) =>
    records.bulk(
      paths.userScreens,
      places.map(({ _id, position }) => ({ op: 'update', _id, record: { position } })),
    ),
  remove: (id: string) => records.remove(paths.userScreens, id),
};

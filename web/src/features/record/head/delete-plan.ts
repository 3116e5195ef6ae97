import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import type { Model } from '~/metadata/model.ts';
import type { Link, Registry } from '~/metadata/registry.ts';
import { filterOf } from '../linked-records.ts';

export interface LinkCount {
  readonly link: Link;
  readonly count: number;
  readonly isExact: boolean;
}

/** The effects of a deletion that are visible to the person. */
export interface DeletePlan {
  /** Records that are deleted along with it. */
  readonly deleted: readonly LinkCount[];
  /** Records that lose their reference to it. */
  readonly cleared: readonly LinkCount[];
  /** The reason why the server refuses; undefined when it does not. */
  readonly refusal: ApiError | undefined;
}

/** Users have hundreds of references. The server checks all of them; only this many are counted for display. */
const maxCounted = 60;

async function countLink(link: Link, id: string): Promise<LinkCount> {
  const { meta } = await records.list(link.model.path, { filter: filterOf(link, id), limit: 1, fields: ['_id'] });
  return { link, count: meta.total ?? 0, isExact: meta.totalExact !== false };
}

async function tryDelete(model: Model, id: string): Promise<ApiError | undefined> {
  try {
    await records.remove(model.path, id, { dryRun: true });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error;
    throw error;
  }
}

/** The plan is never cached, because others may have added references. */
export const deletePlanQuery = (registry: Registry, canRead: (model: Model) => boolean, model: Model, id: string) =>
  queryOptions({
    queryKey: [...keys.record(model.path, id), 'delete'],
    queryFn: async (): Promise<DeletePlan> => {
      const readable = registry
        .incoming(model)
        .filter(({ model: from, field }) => canRead(from) && field.key !== 'createdBy' && field.key !== 'updatedBy');
      const isChild = ({ model: from, field }: Link): boolean => from.parent?.field === field.key;
      const links = [...readable.filter(isChild), ...readable.filter((link) => !isChild(link))].slice(0, maxCounted);
      const [refusal, ...counts] = await Promise.all([
        tryDelete(model, id),
        ...links.map((link) => countLink(link, id)),
      ]);
      const found = counts.filter(({ count }) => count > 0);
      return {
        deleted: found.filter(({ link }) => isChild(link)),
        cleared: found.filter(({ link }) => !isChild(link)),
        refusal,
      };
    },
    gcTime: 0,
    staleTime: 0,
  });

/** The reference that prevents the deletion. The server names it `sales.orders.contactId`. */
export function blockingLink(registry: Registry, refusal: ApiError): Link | undefined {
  const [moduleKey = '', slug = '', key = ''] = refusal.details[0]?.field?.split('.') ?? [];
  const model = registry.at(moduleKey, slug);
  const field = model && registry.field(model, key);
  return model && field && { model, field };
}

export const refreshAll = (client: QueryClient): Promise<void> => refreshWritten(client, keys.records);

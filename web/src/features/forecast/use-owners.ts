import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Filter, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { ForecastRow, GroupBy } from './forecast.ts';

const maxMembers = 200;

/**
 * Returns the part of a filter that selects the deals of a row by their owners. It is undefined for rows whose owners
 * are unknown: those of a team whose members the person may not read, and those of nobody's team.
 */
export function useOwners(rows: readonly ForecastRow[], groupBy: GroupBy | undefined) {
  const membersOf = useMembers(rows.flatMap(({ teamId }) => teamId ?? []));
  return ({ ownerId, teamId }: ForecastRow): Filter | undefined => {
    if (groupBy === undefined) return {};
    if (groupBy === 'ownerId') return { ownerId: ownerId ?? { null: true } };
    const members = teamId ? membersOf?.get(teamId) : undefined;
    return members && { ownerId: { in: members } };
  };
}

/** The ids of the members of each team; undefined when they cannot be read or are too many. */
function useMembers(teamIds: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const model = useRegistry().find('identity.teamUsers');
  const can = useCan();
  const path = model?.path ?? '';
  const input = {
    filter: { teamId: { in: [...teamIds].sort() } },
    fields: ['teamId', 'userId'],
    limit: maxMembers,
    count: 'none',
  } as const;
  const { data } = useQuery({
    queryKey: keys.list(path, input),
    queryFn: ({ signal }) => records.list(path, input, signal),
    enabled: teamIds.length > 0 && model !== undefined && can.read(model),
  });
  if (!data || data.meta.hasMore) return undefined;
  const byTeam = Map.groupBy(data.data, ({ teamId }) => String(teamId));
  return new Map([...byTeam].map(([team, members]) => [team, members.map(({ userId }) => String(userId))]));
}

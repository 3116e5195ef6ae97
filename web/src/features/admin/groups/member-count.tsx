import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import type { GroupKind } from './group-kind.ts';

interface MemberCountProps {
  readonly kind: GroupKind;
  readonly id: string;
}

/** The number of members. One request counts those of all groups. */
export function MemberCount({ kind, id }: MemberCountProps) {
  const input = { groupBy: [kind.parentField] };
  const { data, isPending } = useQuery({
    queryKey: keys.aggregate(kind.membersPath, input),
    queryFn: ({ signal }) => records.aggregate(kind.membersPath, input, signal),
  });
  if (isPending) return <Skeleton h={14} w={20} ml="auto" />;
  return (
    <Text span inherit className="tabular">
      {data?.data.find((group) => group[kind.parentField] === id)?.count ?? 0}
    </Text>
  );
}

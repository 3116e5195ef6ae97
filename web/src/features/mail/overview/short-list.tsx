import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '~/api/keys.ts';
import { type ListInput, type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';

interface ShortListProps {
  readonly path: string;
  readonly input: ListInput;
  readonly empty: string;
  readonly linkTo: (record: RecordData) => string;
  readonly title: (record: RecordData) => string;
  readonly detail: (record: RecordData) => string;
  readonly badge?: (record: RecordData) => ReactNode;
}

/** A short list of records with links. */
export function ShortList({ path, input, empty, linkTo, title, detail, badge }: ShortListProps) {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.list(path, input),
    queryFn: ({ signal }) => records.list(path, input, signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <Skeleton height={80} />;
  if (data.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap="xs">
      {data.data.map((record) => (
        <Group key={record._id} justify="space-between" wrap="nowrap" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Anchor component={Link} to={linkTo(record)} size="sm" c="inherit" truncate display="block">
              {title(record)}
            </Anchor>
            <Text size="xs" c="dimmed" truncate>
              {detail(record)}
            </Text>
          </div>
          {badge?.(record)}
        </Group>
      ))}
    </Stack>
  );
}

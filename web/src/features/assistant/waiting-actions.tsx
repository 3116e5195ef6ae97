import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PendingAction, pendingPath } from '~/api/ai.ts';
import { records } from '~/api/records.ts';
import { useMe } from '~/metadata/access.ts';
import { PendingCard } from './pending-card.tsx';

const maxShown = 20;

/** Changes that await the person's decision, from all conversations and from programs that act for them. */
export function WaitingActions() {
  const { t } = useTranslation('assistant');
  const { user } = useMe();
  const { data = [] } = useQuery({
    // The list is not read again after a decision, so that the decided change stays visible.
    queryKey: ['ai', 'waiting', user._id],
    queryFn: async ({ signal }) => {
      const input = { filter: { status: 'pending', userId: user._id }, sort: ['-createdAt'], limit: maxShown };
      return (await records.list(pendingPath, input, signal)).data as unknown as readonly PendingAction[];
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <Stack gap="xs" px="md" pb="md">
      <Title order={3} size="h4">
        {t('pending.waiting')}
      </Title>
      {data.map(({ _id, tool, input }) => (
        <PendingCard key={_id} id={_id} call={{ tool, input, pending: { id: _id } }} />
      ))}
    </Stack>
  );
}

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Section } from '~/ui/section.tsx';
import { TimeText } from '~/ui/time-text.tsx';

interface OpenSession {
  readonly _id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly current: boolean;
}

const queryKey = ['sessions'];

export function SessionsSection() {
  const { t } = useTranslation('profile');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<Page<OpenSession>>('GET', '/api/identity/sessions', { signal })).data,
  });
  const end = useMutation({
    mutationFn: (id: string) => request('DELETE', `/api/identity/sessions/${id}`),
    onSuccess: () => notifyDone(t('sessions.ended')),
    onError: (failure) => notifyError(failure),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  return (
    <Section title={t('sessions.title')} text={t('sessions.text')}>
      {!data && <PageLoading />}
      <Stack gap="xs">
        {data?.map(({ _id, agent, ip, lastUsedAt, createdAt, current }) => (
          <Group key={_id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" truncate>
                {agent ?? t('sessions.unknown')}
              </Text>
              <Text size="xs" c="dimmed">
                {ip} · <TimeText value={lastUsedAt ?? createdAt} />
              </Text>
            </div>
            {current ? (
              <Badge variant="light">{t('sessions.this')}</Badge>
            ) : (
              <Button size="compact-sm" variant="default" onClick={() => end.mutate(_id)}>
                {t('sessions.end')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

import { ActionIcon, Anchor, Button, Group, Indicator, Popover, ScrollArea, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Page } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import classes from './top-bar.module.css';

interface Announcement {
  readonly _id: string;
  readonly title: string;
  readonly summary: string | null;
  readonly content: string | null;
  readonly publishedAt: string | null;
  readonly dismissible: boolean;
  readonly linkUrl: string | null;
  readonly linkLabel: string | null;
}

const path = '/api/ui/announcements';
const queryKey = [...keys.model('/api/ui/enterpriseProductAnnouncements'), 'mine'];

/** Published announcements that the person has not dismissed. */
export function Announcements() {
  const { t } = useTranslation('shell');
  const can = useCan();
  const client = useQueryClient();
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<Page<Announcement>>('GET', path, { signal })).data,
    enabled: can.scope('ui:read'),
    retry: false,
  });
  const dismiss = useMutation({
    mutationFn: (id: string) => request('POST', `${path}/${id}/dismiss`),
    onSettled: () => client.invalidateQueries({ queryKey }),
    onError: (failure) => notifyError(failure),
  });
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus returnFocus>
      <Indicator disabled={data.length === 0} label={data.length} size={16} offset={4}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('announcements.open', { count: data.length })}>
            <IconBell size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        <ScrollArea.Autosize mah={420}>
          {error && <ErrorState error={error} onRetry={() => refetch()} />}
          {!error && data.length === 0 && <EmptyState icon={IconBell} title={t('announcements.none')} />}
          {data.map((item) => (
            <Stack key={item._id} gap={4} p="sm" component="article" className={classes.announcement}>
              <Text fw={600} size="sm" className={classes.announced}>
                {item.title}
              </Text>
              <Text size="sm" className={classes.announced}>
                {item.summary ?? item.content}
              </Text>
              <Group justify="space-between">
                <Text size="xs" c="dimmed">
                  {item.publishedAt !== null && <TimeText value={item.publishedAt} />}
                </Text>
                <Group gap="xs">
                  {item.linkUrl !== null && /^https?:\/\//.test(item.linkUrl) && (
                    <Anchor size="sm" href={item.linkUrl} target="_blank" rel="noreferrer">
                      {item.linkLabel ?? t('announcements.read')}
                    </Anchor>
                  )}
                  {item.dismissible && (
                    <Button size="compact-xs" variant="subtle" onClick={() => dismiss.mutate(item._id)}>
                      {t('announcements.dismiss')}
                    </Button>
                  )}
                </Group>
              </Group>
            </Stack>
          ))}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

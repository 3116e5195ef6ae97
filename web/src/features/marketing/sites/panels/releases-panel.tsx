import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPackages } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import parts from '~/views/parts/parts.module.css';
import { type Website, websitesPath } from '../site.ts';
import { type Release, siteKeys, sitesApi } from '../sites-api.ts';

interface ReleasesPanelProps {
  readonly site: Website;
  readonly mayWrite: boolean;
}

/** The published releases. An earlier one can be restored at once. */
export function ReleasesPanel({ site, mayWrite }: ReleasesPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const refresh = useRefresh(websitesPath);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: siteKeys.releases(site._id),
    queryFn: ({ signal }) => sitesApi.releases(site._id, signal),
  });
  const rollBack = useMutation({
    mutationFn: ({ id }: Release) => sitesApi.rollBack(site._id, id),
    onSuccess: (_, { number }) => notifyDone(t('releases.rolledBack', { number })),
    onError: (failure) => notifyError(failure),
    onSettled: refresh,
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  if (data.data.length === 0)
    return <EmptyState icon={IconPackages} title={t('releases.empty')} text={t('releases.emptyText')} />;
  const ask = (release: Release) =>
    confirm({
      title: t('releases.rollBackTitle', { number: release.number }),
      text: t('releases.rollBackText'),
      action: t('releases.rollBack'),
      run: () => rollBack.mutate(release),
    });
  return (
    <Stack gap="xs" maw={820}>
      <Anchor href={`${websitesPath}/${site._id}/export`} size="sm" download>
        <Group gap={4} component="span">
          <IconDownload size={14} aria-hidden />
          {t('releases.export')}
        </Group>
      </Anchor>
      {data.data.map((release) => (
        <ReleaseRow
          key={release.id}
          release={release}
          onRollBack={mayWrite && !release.live ? () => ask(release) : undefined}
        />
      ))}
    </Stack>
  );
}

interface ReleaseRowProps {
  readonly release: Release;
  readonly onRollBack: (() => void) | undefined;
}

function ReleaseRow({ release, onRollBack }: ReleaseRowProps) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const { number, createdAt, pages, files, bytes, live } = release;
  return (
    <Group justify="space-between" className={parts.panel} gap="sm">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {t('releases.number', { number })}
          </Text>
          {live && (
            <Badge color="teal" variant="light" size="sm" tt="none">
              {t('releases.live')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          <TimeText value={createdAt} /> ·{' '}
          {t('releases.size', { pages: format.number(pages), files: format.number(files), size: format.bytes(bytes) })}
        </Text>
      </div>
      {onRollBack && (
        <Button size="xs" variant="default" onClick={onRollBack}>
          {t('releases.rollBack')}
        </Button>
      )}
    </Group>
  );
}

import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type FieldChange, records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { paths } from '../mail-api.ts';
import classes from '../parts/parts.module.css';
import type { Draft } from './use-draft.ts';
import type { Version } from './version.ts';
import { VersionCompare } from './version-compare.tsx';

interface VersionsDrawerProps {
  readonly draft: Draft;
  readonly disabled: boolean;
  readonly onClose: () => void;
}

/** The versions of a template, to be compared with what is in the editor and restored. */
export function VersionsDrawer({ draft, disabled, onClose }: VersionsDrawerProps) {
  const { t } = useTranslation('mail');
  const [compared, setCompared] = useState<Version>();
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('versions.title')}>
      {compared ? (
        <VersionCompare
          draft={draft}
          version={compared}
          disabled={disabled}
          onBack={() => setCompared(undefined)}
          onDone={onClose}
        />
      ) : (
        <VersionList draft={draft} onCompare={setCompared} />
      )}
    </Drawer>
  );
}

interface VersionListProps {
  readonly draft: Draft;
  readonly onCompare: (version: Version) => void;
}

function VersionList({ draft: { base }, onCompare }: VersionListProps) {
  const { t } = useTranslation('mail');
  const registry = useRegistry();
  const model = registry.find('communications.emailTemplates');
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.history(paths.templates, base._id),
    queryFn: ({ pageParam }) =>
      records.history(paths.templates, base._id, { cursor: pageParam || undefined, limit: 20 }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const versions = data.pages.flatMap((page) => page.data as unknown as Version[]);
  const labels = (changes: readonly FieldChange[]) =>
    changes.map(({ field }) => (model && registry.field(model, field)?.label) ?? field).join(', ');
  return (
    <Stack gap="xs">
      {versions.map((version) => (
        <Group key={version.version} justify="space-between" wrap="nowrap" className={classes.panel} gap="sm">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500}>
              {t('versions.version', { number: version.version })} · <TimeText value={version.timestamp} />
            </Text>
            <Text size="xs" c="dimmed">
              {version.actor?.email ?? t('versions.system')}
            </Text>
            <Text size="xs" c="dimmed" lineClamp={2}>
              {version.action === 'created' ? t('versions.created') : labels(version.changes)}
            </Text>
          </div>
          <Button size="xs" variant="default" onClick={() => onCompare(version)}>
            {t('versions.compare')}
          </Button>
        </Group>
      ))}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('versions.older')}
        </Button>
      )}
    </Stack>
  );
}

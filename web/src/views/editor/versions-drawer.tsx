import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type FieldChange, type RecordData, records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import classes from '../parts/parts.module.css';
import type { ContentDraft } from './use-content-draft.ts';
import type { Version } from './version.ts';
import { VersionCompare } from './version-compare.tsx';

interface VersionsDrawerProps<T extends RecordData> {
  /** Example: `communications.emailTemplates`. */
  readonly model: string;
  /** The fields that are compared. */
  readonly fields: readonly string[];
  readonly draft: ContentDraft<T>;
  readonly disabled: boolean;
  readonly onClose: () => void;
}

/** The versions of a record, which can be compared with the content of the editor and restored. */
export function VersionsDrawer<T extends RecordData>({
  model,
  fields,
  draft,
  disabled,
  onClose,
}: VersionsDrawerProps<T>) {
  const { t } = useTranslation('editor');
  const [compared, setCompared] = useState<Version>();
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('versions.title')}>
      {compared ? (
        <VersionCompare
          model={model}
          fields={fields}
          draft={draft}
          version={compared}
          disabled={disabled}
          onBack={() => setCompared(undefined)}
          onDone={onClose}
        />
      ) : (
        <VersionList model={model} id={draft.base._id} onCompare={setCompared} />
      )}
    </Drawer>
  );
}

interface VersionListProps {
  readonly model: string;
  readonly id: string;
  readonly onCompare: (version: Version) => void;
}

function VersionList({ model: name, id, onCompare }: VersionListProps) {
  const { t } = useTranslation('editor');
  const registry = useRegistry();
  const model = registry.find(name);
  const path = model?.path ?? '';
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.history(path, id),
    queryFn: ({ pageParam }) => records.history(path, id, { cursor: pageParam || undefined, limit: 20 }),
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

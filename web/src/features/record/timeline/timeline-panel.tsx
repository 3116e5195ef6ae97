import { Button, Chip, Group, Skeleton, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { panelLinks } from '../panel-links.ts';
import { type EntryKind, keyOf } from './entries.ts';
import { LogActivity } from './log-activity.tsx';
import { RevertDialog } from './revert-dialog.tsx';
import classes from './timeline.module.css';
import { TimelineItem } from './timeline-item.tsx';
import { useUndoFieldChange } from './undo-field-change.ts';
import { useEntryKinds, useTimeline } from './use-timeline.ts';
import { WriteMail } from './write-mail.tsx';

interface TimelinePanelProps {
  readonly model: Model;
  readonly id: string;
  /** Undefined for a deleted record, which cannot be reverted. */
  readonly record: RecordData | undefined;
}

/** Everything that happened around a record, in one timeline. */
export function TimelinePanel({ model, id, record }: TimelinePanelProps) {
  const { t } = useTranslation('record');
  const kinds = useEntryKinds(model);
  const can = useCan();
  const activities = panelLinks(useRegistry(), model, can.read).get('activities') ?? [];
  const canWrite = record !== undefined && can.writeRecord(model, record);
  const [only, setOnly] = useState<EntryKind>();
  const [version, setVersion] = useState<number>();
  const undoChange = useUndoFieldChange(model, record);
  const timeline = useTimeline(model, id, only);
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Stack gap="sm">
      {record && (
        <Group gap="xs">
          <LogActivity model={model} record={record} links={activities} />
          {kinds.includes('emails') && <WriteMail model={model} record={record} />}
        </Group>
      )}
      {kinds.length > 1 && (
        <Chip.Group
          value={only ?? 'all'}
          onChange={(kind) => setOnly(kind === 'all' ? undefined : (kind as EntryKind))}
        >
          <Group gap={6} role="group" aria-label={t('timeline.filter')}>
            {['all', ...kinds].map((kind) => (
              <Chip key={kind} value={kind} size="xs" variant="light">
                {t(`timeline.kind.${kind}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {timeline.isPending && <TimelineLoading />}
      {timeline.isError && entries.length === 0 && (
        <ErrorState error={timeline.error} onRetry={() => timeline.refetch()} />
      )}
      {timeline.isSuccess && entries.length === 0 && (
        <EmptyState icon={IconHistory} title={t('timeline.empty')} text={t('timeline.emptyText')} />
      )}
      {entries.length > 0 && (
        <ol className={classes.list}>
          {entries.map((entry) => (
            <TimelineItem
              key={keyOf(entry)}
              entry={entry}
              model={model}
              id={id}
              record={record}
              currentVersion={canWrite ? record?.version : undefined}
              onRevert={setVersion}
              undoChange={undoChange}
            />
          ))}
        </ol>
      )}
      {timeline.isFetchNextPageError && <ErrorState error={timeline.error} />}
      {timeline.hasNextPage && (
        <Group justify="center">
          <Button
            size="xs"
            variant="default"
            loading={timeline.isFetchingNextPage}
            onClick={() => timeline.fetchNextPage()}
          >
            {t('timeline.older')}
          </Button>
        </Group>
      )}
      {version !== undefined && record && (
        <RevertDialog model={model} record={record} version={version} onClose={() => setVersion(undefined)} />
      )}
    </Stack>
  );
}

function TimelineLoading() {
  return (
    <Stack gap="md" aria-busy="true">
      {[70, 45, 60].map((width) => (
        <Group key={width} gap="sm" wrap="nowrap">
          <Skeleton circle h={24} w={24} />
          <Skeleton h={14} w={`${width}%`} />
        </Group>
      ))}
    </Stack>
  );
}

import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconArrowBackUp,
  IconCheckbox,
  IconMail,
  IconMessage,
  IconNote,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { Person } from '../parts/person.tsx';
import { ChangeList } from './change-list.tsx';
import { actorOf, deedOf, type TimelineEntry } from './entries.ts';
import { RecordEntryBody } from './record-entry-body.tsx';
import type { TakeBack } from './take-back.ts';
import classes from './timeline.module.css';

interface TimelineItemProps {
  readonly entry: TimelineEntry;
  readonly model: Model;
  /** Undefined when the person may not revert. */
  readonly currentVersion: number | undefined;
  readonly onRevert: (version: number) => void;
  readonly takeBack: TakeBack | undefined;
}

const recordIcons = {
  notes: IconNote,
  tasks: IconCheckbox,
  files: IconPaperclip,
  emails: IconMail,
  comments: IconMessage,
} as const;

const changeIcons = { created: IconPlus, updated: IconPencil, deleted: IconTrash, restored: IconArchive } as const;

const iconOf = (entry: TimelineEntry): Icon =>
  entry.kind === 'changes' ? changeIcons[entry.history.action] : recordIcons[entry.kind];

export function TimelineItem({ entry, model, currentVersion, onRevert, takeBack }: TimelineItemProps) {
  const { t } = useTranslation('record');
  const ItemIcon = iconOf(entry);
  const version = entry.kind === 'changes' ? entry.history.version : null;
  const via = entry.kind === 'changes' ? entry.history.actor?.via : undefined;
  const canRevert =
    entry.kind === 'changes' &&
    entry.history.action !== 'deleted' &&
    version !== null &&
    currentVersion !== undefined &&
    version !== currentVersion;
  return (
    <li className={classes.item}>
      <span className={classes.icon} aria-hidden>
        <ItemIcon size={14} stroke={1.7} />
      </span>
      <div className={classes.body}>
        <Group gap={8} justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap={6} miw={0}>
            <Person {...actorOf(entry)} />
            {via && (
              <Badge size="sm" variant="light" tt="none" leftSection={<IconSparkles size={11} aria-hidden />}>
                {t(`timeline.via.${via}`)}
              </Badge>
            )}
            <Text span size="sm" c="dimmed">
              {t(`timeline.did.${deedOf(entry)}`)} · <TimeText value={entry.time} />
            </Text>
          </Group>
          {canRevert && version !== null && (
            <Tooltip label={t('revert.action')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('revert.actionOf', { version })}
                onClick={() => onRevert(version)}
              >
                <IconArrowBackUp size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        {entry.kind !== 'changes' ? (
          <RecordEntryBody entry={entry} />
        ) : (
          // What a deleted record had is in the entries before.
          entry.history.action !== 'deleted' && (
            <ChangeList
              model={model}
              changes={entry.history.changes}
              folded={entry.history.action !== 'updated'}
              onlyAfter={entry.history.action !== 'updated'}
              takeBack={entry.history.action === 'updated' ? takeBack : undefined}
            />
          )
        )}
      </div>
    </li>
  );
}

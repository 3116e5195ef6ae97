import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconArrowBackUp,
  IconCheckbox,
  IconForms,
  IconMail,
  IconMessage,
  IconNote,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { ChangeList } from './change-list.tsx';
import { actionTextOf, type TimelineEntry } from './entries.ts';
import { EntryActor } from './entry-actor.tsx';
import { RecordEntryBody } from './record-entry-body.tsx';
import classes from './timeline.module.css';
import type { UndoFieldChange } from './undo-field-change.ts';

interface TimelineItemProps {
  readonly entry: TimelineEntry;
  readonly model: Model;
  /** Undefined when the person may not revert. */
  readonly currentVersion: number | undefined;
  readonly onRevert: (version: number) => void;
  readonly undoChange: UndoFieldChange | undefined;
}

const recordIcons = {
  notes: IconNote,
  tasks: IconCheckbox,
  files: IconPaperclip,
  emails: IconMail,
  comments: IconMessage,
  submissions: IconForms,
} as const;

const changeIcons = { created: IconPlus, updated: IconPencil, deleted: IconTrash, restored: IconArchive } as const;

const iconOf = (entry: TimelineEntry): Icon =>
  entry.kind === 'changes' ? changeIcons[entry.history.action] : recordIcons[entry.kind];

export function TimelineItem({ entry, model, currentVersion, onRevert, undoChange }: TimelineItemProps) {
  const { t } = useTranslation('record');
  const ItemIcon = iconOf(entry);
  const version = entry.kind === 'changes' ? entry.history.version : null;
  const canRevert =
    entry.kind === 'changes' &&
    entry.history.action !== 'deleted' &&
    !entry.history.derived &&
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
            <EntryActor entry={entry} />
            <Text span size="sm" c="dimmed">
              {t(`timeline.did.${actionTextOf(entry)}`)} · <TimeText value={entry.time} />
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
          // A deletion lists no values, because the earlier entries have them.
          entry.history.action !== 'deleted' && (
            <ChangeList
              model={model}
              changes={entry.history.changes}
              folded={entry.history.action !== 'updated'}
              onlyAfter={entry.history.action !== 'updated'}
              undoChange={entry.history.action === 'updated' ? undoChange : undefined}
            />
          )
        )}
      </div>
    </li>
  );
}

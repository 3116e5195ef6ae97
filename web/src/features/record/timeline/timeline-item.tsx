import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheckbox,
  IconForms,
  IconMail,
  IconMessage,
  IconNote,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
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
  /** The record of the timeline. That of an account has the changes of its contacts and deals, too. */
  readonly id: string;
  readonly record: RecordData | undefined;
  /** Undefined when the person may not revert. */
  readonly currentVersion: number | undefined;
  readonly onRevert: (version: number) => void;
  readonly undoChange: UndoFieldChange | undefined;
}

const recordIcons = {
  note: IconNote,
  task: IconCheckbox,
  file: IconPaperclip,
  email: IconMail,
  comment: IconMessage,
  submission: IconForms,
  activity: IconCalendarEvent,
  call: IconPhone,
} as const;

const changeIcons = { created: IconPlus, updated: IconPencil, deleted: IconTrash, restored: IconArchive } as const;

const iconOf = (entry: TimelineEntry): Icon =>
  entry.type === 'change' ? changeIcons[entry.change.action] : recordIcons[entry.type];

/** True when the entry shows amounts, whose currency may be in another field of their record. */
const hasAmounts = (entry: TimelineEntry, model: Model | undefined): boolean =>
  entry.type === 'change' &&
  entry.change.changes.some(({ field }) =>
    model?.fields.some(({ key, currencyFrom }) => key === field && currencyFrom),
  );

export function TimelineItem(props: TimelineItemProps) {
  const { entry, model, id, record, currentVersion, onRevert, undoChange } = props;
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const ItemIcon = iconOf(entry);
  const { _id, moduleKey, slug, title } = entry.record;
  const entryModel = _id === id ? model : registry.at(moduleKey, slug);
  const needsOther = _id !== id && hasAmounts(entry, entryModel);
  const other = useReferenced(needsOther ? entryModel : undefined, _id, undefined);
  if (!entryModel) return null;
  const isOwnChange = entry.type === 'change' && _id === id;
  const version = isOwnChange ? entry.change.version : null;
  const canRevert =
    isOwnChange &&
    entry.change.action !== 'deleted' &&
    !entry.change.derived &&
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
              {t(`timeline.did.${actionTextOf(entry)}`)} · <TimeText value={entry.at} />
            </Text>
            {entry.type === 'change' && _id !== id && (
              <Anchor component={Link} to={recordPath(entryModel, _id)} size="sm">
                {title ?? entryModel.label}
              </Anchor>
            )}
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
        {entry.type !== 'change' ? (
          <RecordEntryBody entry={entry} model={entryModel} />
        ) : (
          // A deletion lists no values, because the earlier entries have them.
          entry.change.action !== 'deleted' && (
            <ChangeList
              model={entryModel}
              changes={entry.change.changes}
              record={_id === id ? record : other}
              folded={entry.change.action !== 'updated'}
              onlyAfter={entry.change.action !== 'updated'}
              // A derived value follows from other records, so it cannot be undone here.
              undoChange={
                isOwnChange && entry.change.action === 'updated' && !entry.change.derived ? undoChange : undefined
              }
            />
          )
        )}
      </div>
    </li>
  );
}

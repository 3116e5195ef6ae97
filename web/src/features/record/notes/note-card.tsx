import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPencil, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { sameValue } from '~/views/form/draft.ts';
import { RecordConflict, saveOver } from '~/views/form/save-over.ts';
import type { LinkedRecord } from '../linked-records.ts';
import { Person } from '../parts/person.tsx';
import { NoteText } from './note-text.tsx';
import classes from './notes.module.css';
import { useWasEdited } from './use-was-edited.ts';

const NoteEditor = lazy(() => import('./note-editor.tsx'));

interface NoteCardProps {
  readonly note: LinkedRecord;
}

export function NoteCard({ note: { link, record } }: NoteCardProps) {
  const { t } = useTranslation('record');
  const { model } = link;
  const registry = useRegistry();
  const canWrite = useCan().writeRecord(model, record);
  // The version of the note that the person started to edit.
  const [base, setBase] = useState<RecordData>();
  const refresh = useRefresh(model.path);
  const content = typeof record.content === 'string' ? record.content : '';
  const canPin = registry.field(model, 'pinned') !== undefined;
  const isPinned = record.pinned === true;
  const wasEdited = useWasEdited(model, record);

  const save = async (text: string) => {
    try {
      const isConflict = (theirs: RecordData) =>
        !sameValue(theirs.content, base?.content) && !sameValue(theirs.content, text);
      const changes = { content: text };
      await saveOver({ path: model.path, id: record._id, changes, version: base?.version, isConflict });
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      setBase(error.theirs);
      throw new Error(t('notes.conflict', { text: titleOf(model, error.theirs) }));
    }
    setBase(undefined);
    await refresh();
  };
  const pin = async () => {
    try {
      await records.update(model.path, record._id, { pinned: !isPinned });
      await refresh();
    } catch (error) {
      notifyError(error);
    }
  };
  const remove = async () => {
    try {
      await records.remove(model.path, record._id);
      await refresh();
      notifyUndo(t('notes.deleted'), async () => {
        await records.restore(model.path, record._id);
        await refresh();
      });
    } catch (error) {
      notifyError(error);
    }
  };

  if (base)
    return (
      <NoteEditor
        content={content}
        maxLength={registry.field(model, 'content')?.maxLength ?? Number.POSITIVE_INFINITY}
        onSave={save}
        onCancel={() => setBase(undefined)}
      />
    );
  return (
    <article className={classes.card} data-pinned={isPinned || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
        <Group gap={6} miw={0}>
          <Person id={record.createdBy} />
          <Text span size="xs" c="dimmed">
            <TimeText value={record.createdAt} />
            {wasEdited && ` · ${t('notes.edited')}`}
          </Text>
          {isPinned && <IconPinFilled size={14} role="img" aria-label={t('notes.pinned')} />}
        </Group>
        {canWrite && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('notes.actions')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setBase(record)}>
                {t('common:edit')}
              </Menu.Item>
              {canPin && (
                <Menu.Item leftSection={<IconPin size={16} />} onClick={pin}>
                  {t(isPinned ? 'notes.unpin' : 'notes.pin')}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={remove}>
                {t('common:delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {typeof record.title === 'string' && record.title !== '' && (
        <Text fw={600} size="sm" mb={2}>
          {record.title}
        </Text>
      )}
      <NoteText content={content} />
    </article>
  );
}

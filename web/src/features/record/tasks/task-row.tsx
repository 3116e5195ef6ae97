import { ActionIcon, Badge, Checkbox, Group, Menu } from '@mantine/core';
import { IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { EditableField } from '~/views/form/editable-field.tsx';
import { isClosed, isDone, isOverdue, ticked } from './task-state.ts';
import classes from './tasks.module.css';

interface TaskRowProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly today: string;
}

export function TaskRow({ model, record, today }: TaskRowProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const canWrite = useCan().writeRecord(model, record);
  // The checkbox changes at once, although the server may still refuse.
  const [wanted, setWanted] = useState<boolean>();
  const refresh = useRefresh(model.path);
  const fieldOf = (key: string) => registry.field(model, key);
  const [title, dueDate, assignee] = [fieldOf(model.titleField), fieldOf('dueDate'), fieldOf('assignedUserId')];
  const name = titleOf(model, record);

  const tick = async () => {
    setWanted(!isDone(record));
    try {
      await records.update(model.path, record._id, ticked(record, new Date()), { version: record.version });
    } catch (error) {
      notifyError(error);
    } finally {
      await refresh();
      setWanted(undefined);
    }
  };
  const remove = async () => {
    try {
      await records.remove(model.path, record._id);
      await refresh();
      notifyUndo(t('tasks.deleted', { title: name }), async () => {
        await records.restore(model.path, record._id);
        await refresh();
      });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <li
      className={classes.row}
      data-closed={isClosed(record) || undefined}
      data-overdue={isOverdue(record, today) || undefined}
    >
      <Checkbox
        size="xs"
        checked={wanted ?? isDone(record)}
        disabled={!canWrite || wanted !== undefined}
        onChange={tick}
        aria-label={t('tasks.tick', { title: name })}
      />
      <Group gap={8} wrap="nowrap" className={classes.title}>
        {title && <EditableField model={model} record={record} field={title} />}
        {(record.priority === 'high' || record.priority === 'urgent') && !isClosed(record) && (
          <Badge size="xs" variant="light" color={record.priority === 'urgent' ? 'red' : 'orange'}>
            {t(`tasks.priority.${record.priority}`)}
          </Badge>
        )}
      </Group>
      <div className={classes.due}>{dueDate && <EditableField model={model} record={record} field={dueDate} />}</div>
      <div className={classes.assignee}>
        {assignee && <EditableField model={model} record={record} field={assignee} />}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.menu}
            aria-label={t('tasks.actions', { title: name })}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={recordPath(model, record._id)} leftSection={<IconExternalLink size={16} />}>
            {t('open')}
          </Menu.Item>
          {canWrite && (
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={remove}>
              {t('common:delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { titleOf } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import type { LinkedRecord } from '../linked-records.ts';
import { Person } from '../parts/person.tsx';
import { FileName } from './file-name.tsx';
import { contentUrl } from './file-type.ts';
import classes from './files.module.css';

interface FileRowProps {
  readonly file: LinkedRecord;
}

export function FileRow({ file: { link, record } }: FileRowProps) {
  const { t } = useTranslation('record');
  const { model } = link;
  const canWrite = useCan().writeRecord(model, record);
  const url = contentUrl(record);
  const name = titleOf(model, record);
  const refresh = useRefresh(model.path);
  const remove = async () => {
    try {
      await records.remove(model.path, record._id);
      await refresh();
      notifyUndo(t('files.deleted', { name }), async () => {
        await records.restore(model.path, record._id);
        await refresh();
      });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <li className={classes.row}>
      <Group gap="4px 12px" flex={1} miw={0} justify="space-between">
        <FileName model={model} record={record} />
        <Group gap={8}>
          <Person id={record.createdBy} size="xs" />
          <Text size="xs" c="dimmed">
            <TimeText value={record.createdAt} />
          </Text>
        </Group>
      </Group>
      {url !== undefined && (
        <Tooltip label={t('files.download')}>
          <ActionIcon
            component="a"
            href={url}
            download={name}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('files.downloadOf', { name })}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {canWrite && (
        <Tooltip label={t('common:delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('files.deleteOf', { name })}
            onClick={remove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

import { ActionIcon, Button, Group, Menu, Paper, Text } from '@mantine/core';
import {
  IconArrowMerge,
  IconDots,
  IconDownload,
  IconPencil,
  IconTag,
  IconTagOff,
  IconTrash,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxMerged } from '~/api/duplicates.ts';
import { mergePath, useCanMerge } from '~/metadata/mergeable.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { ExportItems } from '../export/export-items.tsx';
import classes from './bulk.module.css';
import { BulkDelete } from './bulk-delete.tsx';
import { BulkEdit, type BulkMode } from './bulk-edit.tsx';
import type { RowSelection } from './use-selection.ts';
import { useWritable } from './use-writable.ts';

interface BulkBarProps {
  readonly model: Model;
  readonly columns: readonly Field[];
  readonly count: number;
  readonly selection: RowSelection;
}

/** A filter condition cannot contain more ids. */
const maxExportedIds = 1000;

const ownerKeys = ['ownerId', 'assignedUserId'];

/** The actions for the selected records. */
export function BulkBar({ model, columns, count, selection }: BulkBarProps) {
  const { t, i18n } = useTranslation('records');
  const { ids } = selection;
  const writable = useWritable(model, ids);
  const canWrite = writable.size > 0;
  const [mode, setMode] = useState<BulkMode>();
  const [deleting, setDeleting] = useState(false);
  if (ids.size === 0 && !selection.isReading) return null;
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <>
      <Paper className={classes.bar} radius={0} component="section" aria-label={t('bulk.title')}>
        <Group gap={6} wrap="wrap">
          <Text size="sm" fw={500} px={6} aria-live="polite">
            {selection.isReading
              ? t('select.reading')
              : t('select.count', { count: ids.size, number: number(ids.size) })}
          </Text>
          {ids.size < count && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={selection.isReading}
              onClick={selection.selectAll}
              visibleFrom="sm"
            >
              {t('select.allCount', { count, number: number(count) })}
            </Button>
          )}
          {canWrite && writable.size < ids.size && (
            <Text size="xs" c="dimmed">
              {t('bulk.writable', { count: writable.size, number: number(writable.size) })}
            </Text>
          )}
          {canWrite && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPencil size={14} />}
                onClick={() => setMode({ kind: 'field' })}
              >
                {t('bulk.edit')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={() => setDeleting(true)}
              >
                {t('common:delete')}
              </Button>
            </>
          )}
          <BulkMenu model={model} columns={columns} ids={ids} canWrite={canWrite} onMode={setMode} />
          <ActionIcon variant="subtle" color="gray" aria-label={t('select.clear')} onClick={selection.clear}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Paper>
      {mode && <BulkEdit model={model} ids={writable} mode={mode} onClose={() => setMode(undefined)} />}
      {deleting && (
        <BulkDelete model={model} ids={writable} onRemoved={selection.leave} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

interface BulkMenuProps extends Pick<BulkBarProps, 'model' | 'columns'> {
  readonly ids: ReadonlySet<string>;
  readonly canWrite: boolean;
  readonly onMode: (mode: BulkMode) => void;
}

function BulkMenu({ model, columns, ids, canWrite, onMode }: BulkMenuProps) {
  const { t, i18n } = useTranslation('records');
  const canMerge = useCanMerge()(model) && ids.size > 1 && ids.size <= maxMerged;
  const owner = model.fields.find(({ key, readOnly }) => ownerKeys.includes(key) && !readOnly);
  const tags = model.fields.find(({ key, type, readOnly }) => key === 'tags' && type === 'list' && !readOnly);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={t('common:more')}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canWrite && owner && (
          <Menu.Item leftSection={<IconUserCheck size={14} />} onClick={() => onMode({ kind: 'field', field: owner })}>
            {t('bulk.assign', { field: owner.label })}
          </Menu.Item>
        )}
        {canWrite && tags && (
          <>
            <Menu.Item leftSection={<IconTag size={14} />} onClick={() => onMode({ kind: 'add', field: tags })}>
              {t('bulk.addTags')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTagOff size={14} />} onClick={() => onMode({ kind: 'remove', field: tags })}>
              {t('bulk.removeTags')}
            </Menu.Item>
          </>
        )}
        {canMerge && (
          <Menu.Item component={Link} {...mergePath(model, [...ids])} leftSection={<IconArrowMerge size={14} />}>
            {t('bulk.merge')}
          </Menu.Item>
        )}
        {ids.size > maxExportedIds ? (
          <Menu.Item leftSection={<IconDownload size={14} />} disabled>
            {t('bulk.exportLimit', { max: maxExportedIds.toLocaleString(i18n.language) })}
          </Menu.Item>
        ) : (
          <Menu.Sub position="left-start">
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<IconDownload size={14} />}>{t('bulk.export')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <ExportItems list={{ model, columns, filter: { _id: { in: [...ids] } }, title: model.labelPlural }} />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

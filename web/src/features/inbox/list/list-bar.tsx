import { ActionIcon, Button, Checkbox, Group, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconArchive, IconDots, IconPencilPlus, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import type { Dialog } from '../dialogs/dialog.ts';
import type { Folder } from '../folder.ts';
import classes from '../inbox.module.css';
import type { Actions } from '../use-actions.ts';
import { useFolders } from './folders.tsx';

interface ListBarProps {
  readonly folder: Folder;
  readonly q: string;
  readonly channel: string | undefined;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onSearch: (q: string) => void;
  readonly onFolder: (folder: Folder) => void;
  readonly onChannel: (channel: string | undefined) => void;
  readonly onCompose: (() => void) | undefined;
  readonly selected: readonly string[];
  readonly total: number;
  readonly onSelectAll: (all: boolean) => void;
  readonly actions: Actions | undefined;
  readonly onDialog: (dialog: Dialog) => void;
}

/** The bar above the list: search, new mail, and actions for selected conversations. */
export function ListBar(props: ListBarProps) {
  const { folder, q, searchRef, onSearch, onFolder, onCompose } = props;
  const { t } = useTranslation('inbox');
  const isNarrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [text, setText] = useState(q);
  const search = useDebouncedCallback(onSearch, 250);
  useEffect(() => setText(q), [q]);
  return (
    <div className={classes.listBar}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          ref={searchRef}
          flex={1}
          size="xs"
          type="search"
          aria-label={t('search')}
          placeholder={t('common:search')}
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            search(event.currentTarget.value.trim());
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        {onCompose && (
          <Button size="xs" leftSection={<IconPencilPlus size={16} />} onClick={onCompose} miw="max-content">
            {t('newMail')}
          </Button>
        )}
      </Group>
      {isNarrow && <FolderSelect folder={folder} onFolder={onFolder} />}
      <ChannelSelect {...props} />
      <SelectionBar {...props} />
    </div>
  );
}

function FolderSelect({ folder, onFolder }: Pick<ListBarProps, 'folder' | 'onFolder'>) {
  const { t } = useTranslation('inbox');
  const entries = useFolders();
  const groups = (['views', 'mailboxes', 'teams'] as const).map((section) => ({
    group: t(`folders.${section}`),
    items: entries
      .filter((entry) => entry.section === section)
      .map(({ folder: value, label, count }) => ({ value, label: count > 0 ? `${label} (${count})` : label })),
  }));
  return (
    <Select
      size="xs"
      aria-label={t('folders.title')}
      data={groups.filter(({ items }) => items.length > 0)}
      value={folder}
      onChange={(next) => next !== null && onFolder(next)}
      allowDeselect={false}
    />
  );
}

/** Filters by channel, such as mail, text messages or social accounts. */
function ChannelSelect({ channel, onChannel }: Pick<ListBarProps, 'channel' | 'onChannel'>) {
  const { t } = useTranslation('inbox');
  const registry = useRegistry();
  const model = registry.find('communications.conversations');
  const options = (model && registry.field(model, 'channel')?.options) ?? [];
  if (options.length === 0) return null;
  return (
    <Select
      size="xs"
      aria-label={t('channel.title')}
      placeholder={t('channel.all')}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={channel ?? null}
      onChange={(next) => onChannel(next ?? undefined)}
      clearable
    />
  );
}

function SelectionBar({ selected, total, onSelectAll, actions, onDialog }: ListBarProps) {
  const { t } = useTranslation('inbox');
  const count = selected.length;
  if (total === 0 || !actions) return null;
  return (
    <Group gap="xs" wrap="nowrap" mih={28}>
      <Checkbox
        size="xs"
        aria-label={t('bulk.all')}
        checked={count > 0 && count === total}
        indeterminate={count > 0 && count < total}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" flex={1} truncate>
        {count === 0 ? t('bulk.none') : t('bulk.selected', { count })}
      </Text>
      {count > 0 && (
        <>
          <Tooltip label={t('actions.close')}>
            <ActionIcon
              variant="default"
              size="sm"
              aria-label={t('bulk.close')}
              loading={actions.isPending}
              onClick={() => actions.close(selected)}
            >
              <IconArchive size={14} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('actions.assign')}>
            <ActionIcon
              variant="default"
              size="sm"
              aria-label={t('bulk.assign')}
              onClick={() => onDialog({ kind: 'assign', ids: selected })}
            >
              <IconUserPlus size={14} />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size="sm" aria-label={t('bulk.more')}>
                <IconDots size={14} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onDialog({ kind: 'snooze', ids: selected })}>{t('actions.snooze')}</Menu.Item>
              <Menu.Item onClick={() => actions.reopen(selected)}>{t('actions.reopen')}</Menu.Item>
              <Menu.Item onClick={() => actions.read(selected)}>{t('actions.read')}</Menu.Item>
              <Menu.Item onClick={() => actions.unread(selected)}>{t('actions.unread')}</Menu.Item>
              <Menu.Item onClick={() => onDialog({ kind: 'merge', ids: selected })}>{t('actions.merge')}</Menu.Item>
              <Menu.Item onClick={() => actions.archive(selected)}>{t('actions.archive')}</Menu.Item>
              <Menu.Item onClick={() => actions.trash(selected)}>{t('actions.trash')}</Menu.Item>
              <Menu.Item onClick={() => actions.spam(selected)}>{t('actions.spam')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </Group>
  );
}

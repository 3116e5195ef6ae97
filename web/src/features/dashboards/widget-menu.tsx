import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface WidgetMenuProps {
  readonly title: string;
  readonly onEdit: () => void;
  /** Undefined for the first widget. */
  readonly onMoveUp: (() => void) | undefined;
  /** Undefined for the last widget. */
  readonly onMoveDown: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** The actions for a widget in the editor. Moving is included for phones and keyboards. */
export function WidgetMenu({ title, onEdit, onMoveUp, onMoveDown, onCopy, onRemove }: WidgetMenuProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('editWidgetOf', { title })} onClick={onEdit}>
        <IconPencil size={15} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('actionsOf', { title })}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={!onMoveUp} onClick={onMoveUp}>
            {t('moveWidgetUp')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={15} />} disabled={!onMoveDown} onClick={onMoveDown}>
            {t('moveWidgetDown')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={onCopy}>
            {t('duplicateWidget')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={onRemove}>
            {t('removeWidget')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

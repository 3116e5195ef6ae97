import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useTemplateActions } from './use-template-actions.ts';

/** The menu of a template: duplicate, archive and delete. */
export function TemplateMenu({ template }: { readonly template: RecordData }) {
  const { t } = useTranslation('mail');
  const { duplicate, archive, remove } = useTemplateActions();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('template.actionsOf', { name: String(template.name) })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => duplicate(template)}>
          {t('template.duplicate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArchive size={14} />} onClick={() => archive(template)}>
          {t(template.status === 'archived' ? 'template.unarchive' : 'template.archive')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} />} color="red" onClick={() => remove(template)}>
          {t('common:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

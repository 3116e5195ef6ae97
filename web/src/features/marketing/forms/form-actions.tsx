import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArchive, IconDeviceFloppy, IconDots, IconHistory, IconLock, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SideAction } from '~/ui/side-action.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import type { FormDraft } from './form-draft.ts';

interface FormActionsProps {
  readonly draft: FormDraft;
  readonly disabled: boolean;
  readonly onSave: (more?: Readonly<Record<string, unknown>>, message?: string) => void;
  readonly onVersions: () => void;
}

/** Saves, publishes and closes a form. */
export function FormActions({ draft, disabled, onSave, onVersions }: FormActionsProps) {
  const { t } = useTranslation(['marketing-forms', 'editor']);
  const { status } = draft.base;
  const close = () =>
    confirm({
      title: t('close.title'),
      text: t('close.text'),
      action: t('close.action'),
      run: () => onSave({ status: 'closed' }, t('close.done')),
    });
  return (
    <>
      <SideAction icon={IconHistory} label={t('editor:versions.title')} onClick={onVersions} />
      {!disabled && (
        <>
          <Button
            size="xs"
            variant={status === 'published' ? 'filled' : 'default'}
            leftSection={<IconDeviceFloppy size={16} />}
            disabled={!draft.isDirty}
            loading={draft.isSaving}
            onClick={() => onSave()}
          >
            {t('common:save')}
          </Button>
          {status !== 'published' && (
            <Button
              size="xs"
              leftSection={<IconSend size={16} />}
              disabled={draft.isSaving}
              onClick={() => onSave({ status: 'published' }, t('publish.done'))}
            >
              {t('publish.action')}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={t('common:actions')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconLock size={16} />} onClick={close} disabled={status !== 'published'}>
                {t('close.action')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArchive size={16} />}
                onClick={() => onSave({ status: 'archived' }, t('archived'))}
                disabled={status === 'archived'}
              >
                {t('archive')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </>
  );
}

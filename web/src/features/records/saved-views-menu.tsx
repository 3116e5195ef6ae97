import { Button, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconRotate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useMe } from '~/metadata/access.ts';
import { type Model, modelPath } from '~/metadata/model.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { SaveViewModal } from './save-view-modal.tsx';
import { type SavedView, savedOfState, savedViewsPath } from './saved-views.ts';
import type { ListState } from './search.ts';

interface SavedViewsMenuProps {
  readonly model: Model;
  readonly views: readonly SavedView[];
  readonly chosen: SavedView | undefined;
  readonly state: ListState;
  readonly isChanged: boolean;
  readonly onReset: () => void;
  /** After the changes were saved to the view. */
  readonly onSaved: () => void;
}

/** One's own views of a model and those that others share. */
export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { model, views, chosen, state, isChanged, onReset, onSaved } = props;
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe().user._id;
  const [saving, setSaving] = useState<'new' | 'chosen'>();
  const isOwn = chosen?.userId === me;
  const refresh = () => client.invalidateQueries({ queryKey: keys.model(savedViewsPath) });
  const show = (id: string | undefined) =>
    void navigate({ to: modelPath(model), search: (id ? { saved: id } : {}) as never });
  const save = async (view: SavedView) => {
    try {
      await records.update(savedViewsPath, view._id, savedOfState(state), { version: view.version });
      await refresh();
      onSaved();
      notifyDone(t('saved.updated', { name: view.name }));
    } catch (error) {
      notifyError(error);
    }
  };
  const remove = (view: SavedView) =>
    modals.openConfirmModal({
      title: t('saved.removeTitle', { name: view.name }),
      labels: { confirm: t('common:delete'), cancel: t('common:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: async () => {
        try {
          await records.remove(savedViewsPath, view._id, { version: view.version });
          await refresh();
          show(undefined);
          notifyUndo(t('saved.removed', { name: view.name }), async () => {
            await records.restore(savedViewsPath, view._id);
            await refresh();
          });
        } catch (error) {
          notifyError(error);
        }
      },
    });
  return (
    <>
      {chosen && isChanged && (
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconRotate size={14} />} onClick={onReset}>
          {t('reset')}
        </Button>
      )}
      {chosen && isChanged && isOwn && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDeviceFloppy size={14} />}
          onClick={() => void save(chosen)}
        >
          {t('saved.save')}
        </Button>
      )}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBookmark size={14} />}
            rightSection={<IconChevronDown size={14} />}
          >
            <Text span inherit truncate maw={{ base: 96, sm: 160 }}>
              {chosen?.name ?? t('saved.title')}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={chosen ? <span /> : <IconCheck size={14} />} onClick={() => show(undefined)}>
            {t('saved.all', { models: model.labelPlural })}
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view._id}
              leftSection={view._id === chosen?._id ? <IconCheck size={14} /> : <IconBookmark size={14} />}
              rightSection={view.shared ? <IconUsers size={14} aria-label={t('saved.shared')} /> : undefined}
              onClick={() => show(view._id)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setSaving('new')}>
            {t('saved.new')}
          </Menu.Item>
          {chosen && isOwn && (
            <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setSaving('chosen')}>
              {t('saved.edit')}
            </Menu.Item>
          )}
          {chosen && isOwn && (
            <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => remove(chosen)}>
              {t('saved.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveViewModal
          model={model}
          state={state}
          view={saving === 'chosen' ? chosen : undefined}
          onSaved={async ({ _id }) => {
            setSaving(undefined);
            await refresh();
            if (saving === 'new') show(_id);
          }}
          onClose={() => setSaving(undefined)}
        />
      )}
    </>
  );
}

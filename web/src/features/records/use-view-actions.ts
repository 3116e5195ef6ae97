import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { type SavedView, savedOfState, savedViewsPath } from './saved-views.ts';
import type { ListState } from './search.ts';
import type { ViewChoice } from './view-choice.ts';

interface ViewActionsOptions {
  readonly model: Model;
  readonly state: ListState;
  readonly show: (choice: ViewChoice | undefined) => void;
  /** Called after the changes were saved to the view. */
  readonly onSaved: () => void;
}

/** The actions for a saved view. */
export function useViewActions({ model, state, show, onSaved }: ViewActionsOptions) {
  const { t } = useTranslation('records');
  const refresh = useRefresh(savedViewsPath);
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      notifyError(error);
    }
  };
  return {
    refresh,
    save: (view: SavedView) =>
      guarded(async () => {
        await records.update(savedViewsPath, view._id, savedOfState(state), { version: view.version });
        await refresh();
        onSaved();
        notifyDone(t('saved.updated', { name: view.name }));
      }),
    /** Copies the current list state to a private view. */
    duplicate: (view: SavedView) =>
      guarded(async () => {
        const name = t('saved.copyOf', { name: view.name }).slice(0, 200);
        const copy = { ...savedOfState(state), name, modelKey: modelName(model), icon: view.icon };
        const { _id } = await records.create(savedViewsPath, copy);
        await refresh();
        show({ id: _id });
        notifyDone(t('saved.updated', { name }));
      }),
    remove: (view: SavedView) =>
      modals.openConfirmModal({
        title: t('saved.removeTitle', { name: view.name }),
        labels: { confirm: t('common:delete'), cancel: t('common:cancel') },
        confirmProps: { color: 'red' },
        onConfirm: () =>
          void guarded(async () => {
            await records.remove(savedViewsPath, view._id, { version: view.version });
            await refresh();
            show(undefined);
            notifyUndo(t('saved.removed', { name: view.name }), async () => {
              await records.restore(savedViewsPath, view._id);
              await refresh();
            });
          }),
      }),
  };
}

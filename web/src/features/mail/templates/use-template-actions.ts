import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { paths } from '../mail-api.ts';
import { copiedFields } from './template.ts';

/** The actions for a template. */
export function useTemplateActions() {
  const { t } = useTranslation('mail');
  const navigate = useNavigate();
  const refresh = useRefresh(paths.templates);
  const duplicate = useMutation({
    mutationFn: async ({ _id }: RecordData) => {
      const source = await records.get(paths.templates, _id);
      const copy = Object.fromEntries(copiedFields.map((key) => [key, source[key]]));
      const name = t('template.copyOf', { name: String(source.name) });
      return records.create(paths.templates, { ...copy, name, status: 'draft' });
    },
    onSuccess: (copy) => {
      refresh();
      notifyDone(t('template.duplicated'));
      navigate({ to: `/mail/templates/${copy._id}` });
    },
    onError: (error) => notifyError(error),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: RecordData) => records.remove(paths.templates, _id),
    onSuccess: (_, { _id, name }) => {
      navigate({ to: '/mail/templates' });
      refresh();
      notifyUndo(t('template.deleted', { name: String(name) }), async () => {
        await records.restore(paths.templates, _id);
        await refresh();
      });
    },
    onError: (error) => notifyError(error),
  });
  const archive = useMutation({
    mutationFn: ({ _id, status }: RecordData) =>
      records.update(paths.templates, _id, { status: status === 'archived' ? 'active' : 'archived' }),
    onSuccess: refresh,
    onError: (error) => notifyError(error),
  });
  return { duplicate: duplicate.mutate, remove: remove.mutate, archive: archive.mutate };
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import type { ViewProps } from '../view.ts';
import { listFieldOf } from './columns.ts';

const input = { sort: ['name'], limit: 100 };

/** Chooses the pipeline whose stages are the columns, when there are several. */
export function PipelineChoice({ model, state, onState, field }: ViewProps & { readonly field: Field }) {
  const { t } = useTranslation('board');
  const registry = useRegistry();
  const can = useCan();
  const listField = listFieldOf(model, field);
  const target = listField && registry.target(listField);
  const mayRead = target !== undefined && can.read(target);
  const { data } = useQuery({
    queryKey: keys.list(target?.path ?? '', input),
    queryFn: ({ signal }) => records.list(target?.path ?? '', input, signal),
    enabled: mayRead,
  });
  if (!listField || !target || !data || data.data.length < 2) return null;
  const { [listField.key]: chosen, ...rest } = state.filter ?? {};
  const choose = (id: string | null) =>
    onState({
      filter: id === null ? (Object.keys(rest).length > 0 ? rest : undefined) : { ...rest, [listField.key]: id },
    });
  return (
    <Select
      aria-label={t('pipeline')}
      placeholder={t('allPipelines')}
      data={data.data.map((record) => ({ value: record._id, label: recordLabel(target, record) }))}
      value={typeof chosen === 'string' ? chosen : null}
      onChange={choose}
      clearable
      size="xs"
      w={240}
      mx="md"
      mb="xs"
    />
  );
}

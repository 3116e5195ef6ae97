import { IconLayoutKanban } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { ViewProps } from '../view.ts';
import { Board } from './board.tsx';
import { PipelineChoice } from './pipeline-choice.tsx';
import { useGroupField } from './use-columns.ts';

/** Records as cards in columns, one for each value of a field. */
export function BoardView(props: ViewProps) {
  const { t } = useTranslation('board');
  const { model, state, onState } = props;
  const { fields, field } = useGroupField(model, state.groupBy);
  if (field)
    return (
      <>
        <PipelineChoice {...props} field={field} />
        <Board key={`${model.path} ${field.key}`} {...props} field={field} />
      </>
    );
  if (fields.length === 0)
    return (
      <EmptyState
        icon={IconLayoutKanban}
        title={t('noFields.title', { model: model.labelPlural })}
        text={t('noFields.text')}
      />
    );
  return (
    <EmptyState
      icon={IconLayoutKanban}
      title={t('chooseField.title')}
      text={t('chooseField.text')}
      action={
        <Select
          aria-label={t('chooseField.label')}
          placeholder={t('chooseField.label')}
          data={fields.map(({ key, label }) => ({ value: key, label }))}
          onChange={(groupBy) => onState({ groupBy: groupBy ?? undefined })}
          searchable
          w={240}
        />
      }
    />
  );
}

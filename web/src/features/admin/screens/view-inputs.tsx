import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { useGroupField } from '~/views/board/use-columns.ts';
import { dateFieldOf, dateFields } from '~/views/calendar/use-events.ts';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { SortKeys } from '~/views/sort/sort-keys.tsx';
import { ColumnsInput } from './columns-input.tsx';
import type { ScreenValues } from './screen-values.ts';

interface ViewInputsProps {
  readonly model: Model;
  readonly values: ScreenValues;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ScreenValues>) => void;
}

/** Inputs for the records of a screen and their display. They depend on the layout. */
export function ViewInputs({ model, values, problems, onChange }: ViewInputsProps) {
  const { t } = useTranslation('screens');
  const { layout } = values;
  const group = useGroupField(model, values.groupByField ?? undefined);
  const options = (fields: readonly { key: string; label: string }[]) =>
    fields.map(({ key, label }) => ({ value: key, label }));
  return (
    <>
      {(layout === 'list' || layout === 'kanban') && (
        <Select
          label={t(layout === 'kanban' ? 'screen.boardColumns' : 'screen.groupBy')}
          placeholder={layout === 'kanban' ? group.field?.label : t('screen.noGroup')}
          data={options(group.fields)}
          value={values.groupByField}
          onChange={(groupByField) => onChange({ groupByField })}
          error={problems.groupByField}
          searchable
          clearable
        />
      )}
      {layout === 'calendar' && (
        <Select
          label={t('screen.dateField')}
          placeholder={dateFieldOf(model, undefined)?.label}
          data={options(dateFields(model))}
          value={values.dateField}
          onChange={(dateField) => onChange({ dateField })}
          error={problems.dateField}
          searchable
          clearable
        />
      )}
      {(layout === 'list' || layout === 'kanban') && (
        <ColumnsInput
          model={model}
          label={t(layout === 'kanban' ? 'screen.cardFields' : 'screen.columns')}
          value={values.columns}
          onChange={(columns) => onChange({ columns })}
          error={problems.columns}
        />
      )}
      <Input.Wrapper label={t('screen.filter')} description={t('screen.filterHelp')} error={problems.defaultFilter}>
        <FilterBuilder
          key={model.path}
          model={model}
          value={values.defaultFilter ?? undefined}
          onChange={(filter) => onChange({ defaultFilter: Object.keys(filter).length > 0 ? filter : null })}
        />
      </Input.Wrapper>
      {layout !== 'calendar' && (
        <Input.Wrapper label={t('screen.sort')} labelElement="div" error={problems.defaultSort}>
          <SortKeys model={model} sort={values.sort} onChange={(sort) => onChange({ sort })} />
        </Input.Wrapper>
      )}
    </>
  );
}

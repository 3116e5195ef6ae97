import { Group, Input, NumberInput, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { type Field, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { PeriodSelect } from '~/widgets/period-select.tsx';
import { chartTypes } from '~/widgets/widget.ts';
import { GroupInput } from './group-input.tsx';
import { MetricInput } from './metric-input.tsx';
import { isDate, optionsOf, type SettingsProps } from './settings.ts';

/** Settings of a widget over records: model, filter, number, and display. */
export function RecordSettings({ widget, onChange, problemOf }: SettingsProps) {
  const { t } = useTranslation('dashboards');
  const registry = useRegistry();
  const can = useCan();
  const models = useMemo(
    () =>
      registry.models
        .filter((model) => can.read(model))
        .map((model) => ({ value: modelName(model), label: `${model.labelPlural} (${model.moduleKey})` }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [registry, can],
  );
  const model = widget.model === undefined ? undefined : registry.find(widget.model);
  const chooseModel = (name: string | null) =>
    onChange({
      model: name ?? undefined,
      metric: 'count',
      groupBy: undefined,
      filter: undefined,
      dateField: undefined,
      columns: undefined,
      sort: undefined,
    });
  const rows = widget.type === 'list' || widget.type === 'table';
  return (
    <Stack gap="sm">
      <Select
        label={t('field.model')}
        required
        searchable
        data={models}
        value={model ? modelName(model) : null}
        onChange={chooseModel}
        error={problemOf('model')}
        nothingFoundMessage={t('noRecords')}
        maxDropdownHeight={280}
      />
      {model && !rows && <MetricInput model={model} widget={widget} onChange={onChange} problemOf={problemOf} />}
      {model && widget.type === 'chart' && (
        <>
          <GroupInput model={model} widget={widget} onChange={onChange} problemOf={problemOf} />
          <Select
            label={t('field.chartType')}
            data={chartTypes.map((type) => ({ value: type, label: t(`chart.${type}`) }))}
            value={widget.chartType ?? 'bar'}
            allowDeselect={false}
            onChange={(type) => onChange({ chartType: chartTypes.find((one) => one === type) })}
            error={problemOf('chartType')}
          />
        </>
      )}
      {model && rows && (
        <>
          <MultiSelect
            label={t('field.columns')}
            searchable
            maxValues={30}
            data={optionsOf(model.fields.filter(({ type }) => type !== 'secret' && type !== 'json'))}
            value={[...(widget.columns ?? [])]}
            onChange={(columns) => onChange({ columns: columns.length > 0 ? columns : undefined })}
            error={problemOf('columns')}
          />
          <SortInput fields={model.fields} widget={widget} onChange={onChange} problemOf={problemOf} />
        </>
      )}
      {model && (
        <>
          <Group grow align="flex-start">
            <PeriodSelect
              label={t('field.period')}
              otherwise={t('periodOfDashboard')}
              value={widget.period}
              onChange={(period) => onChange({ period })}
              error={problemOf('period')}
            />
            <Select
              label={t('field.dateField')}
              data={optionsOf(model.fields.filter(isDate))}
              value={widget.dateField ?? 'createdAt'}
              allowDeselect={false}
              onChange={(key) => onChange({ dateField: key === 'createdAt' || key === null ? undefined : key })}
              error={problemOf('dateField')}
            />
          </Group>
          <Input.Wrapper label={t('field.filter')} error={problemOf('filter')}>
            <FilterBuilder
              key={widget.model}
              model={model}
              value={widget.filter}
              onChange={(filter) => onChange({ filter: Object.keys(filter).length > 0 ? filter : undefined })}
            />
          </Input.Wrapper>
        </>
      )}
    </Stack>
  );
}

interface SortInputProps extends SettingsProps {
  readonly fields: readonly Field[];
}

function SortInput({ fields, widget, onChange, problemOf }: SortInputProps) {
  const { t } = useTranslation('dashboards');
  const sort = widget.sort ?? '-createdAt';
  const descending = sort.startsWith('-');
  const key = sort.replace(/^-/, '');
  return (
    <Group grow align="flex-start">
      <Select
        label={t('field.sort')}
        searchable
        data={optionsOf(fields.filter(({ sortable }) => sortable))}
        value={key}
        allowDeselect={false}
        onChange={(next) => next && onChange({ sort: `${descending ? '-' : ''}${next}` })}
        error={problemOf('sort')}
      />
      <Select
        label={t('field.order')}
        data={['asc', 'desc'].map((value) => ({ value, label: t(`order.${value}`) }))}
        value={descending ? 'desc' : 'asc'}
        allowDeselect={false}
        onChange={(order) => onChange({ sort: `${order === 'desc' ? '-' : ''}${key}` })}
      />
      <NumberInput
        label={t('field.limit')}
        min={1}
        max={100}
        allowDecimal={false}
        value={widget.limit ?? 10}
        onChange={(limit) => onChange({ limit: typeof limit === 'number' ? limit : undefined })}
        error={problemOf('limit')}
      />
    </Group>
  );
}

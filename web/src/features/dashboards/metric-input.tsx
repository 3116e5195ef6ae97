import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { measures } from '~/widgets/widget.ts';
import { isDate, optionsOf, type SettingsProps } from './settings.ts';

interface MetricInputProps extends SettingsProps {
  readonly model: Model;
}

const isNumber = ({ type }: Field): boolean => type === 'number' || type === 'integer';

/** The number of a widget: a count of records, or a measure of one field. */
export function MetricInput({ model, widget, onChange, problemOf }: MetricInputProps) {
  const { t } = useTranslation('dashboards');
  const [name = 'count', key] = (widget.metric ?? 'count').split(':');
  const fieldsOf = (measure: string) =>
    model.fields.filter((field) =>
      measure === 'sum' || measure === 'avg'
        ? isNumber(field)
        : isNumber(field) || (widget.type === 'kpi' && isDate(field)),
    );
  const choose = (measure: string | null) => {
    if (measure === null || measure === 'count') return onChange({ metric: 'count' });
    const fields = fieldsOf(measure);
    const kept = fields.find((field) => field.key === key) ?? fields[0];
    onChange({ metric: kept ? `${measure}:${kept.key}` : 'count' });
  };
  const possible = measures.filter((measure) => fieldsOf(measure).length > 0);
  return (
    <Group grow align="flex-start">
      <Select
        label={t('field.metric')}
        data={['count', ...possible].map((value) => ({ value, label: t(`metric.${value}`) }))}
        value={name}
        allowDeselect={false}
        onChange={choose}
        error={name === 'count' ? problemOf('metric') : undefined}
      />
      {name !== 'count' && (
        <Select
          label={t('field.metricField')}
          searchable
          data={optionsOf(fieldsOf(name))}
          value={key ?? null}
          allowDeselect={false}
          onChange={(next) => next && onChange({ metric: `${name}:${next}` })}
          error={problemOf('metric')}
        />
      )}
    </Group>
  );
}

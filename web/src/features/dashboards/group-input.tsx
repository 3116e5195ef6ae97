import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { isDate, optionsOf, type SettingsProps } from './settings.ts';

interface GroupInputProps extends SettingsProps {
  readonly model: Model;
}

const units = ['day', 'week', 'month', 'quarter', 'year'];

/** Texts and numbers have too many values to group by. */
const isGroup = (field: Field): boolean =>
  field.sortable && (isDate(field) || ['choice', 'reference', 'boolean'].includes(field.type));

/** The field that defines the groups of a chart. Dates are grouped by day, week, month, quarter or year. */
export function GroupInput({ model, widget, onChange, problemOf }: GroupInputProps) {
  const { t } = useTranslation('dashboards');
  const [key, unit = 'month'] = widget.groupBy?.split(':') ?? [];
  const fields = model.fields.filter((field) => isGroup(field) || field.key === key);
  const field = fields.find((one) => one.key === key);
  const choose = (next: string | null) => {
    const chosen = fields.find((one) => one.key === next);
    const timed = chosen !== undefined && isDate(chosen);
    onChange({
      groupBy: chosen && (timed ? `${chosen.key}:${unit}` : chosen.key),
      // A chart over time applies its period to the same date field.
      ...(timed && { dateField: chosen.key === 'createdAt' ? undefined : chosen.key }),
    });
  };
  return (
    <Group grow align="flex-start">
      <Select
        label={t('field.groupBy')}
        required
        searchable
        data={optionsOf(fields)}
        value={key ?? null}
        allowDeselect={false}
        onChange={choose}
        error={problemOf('groupBy')}
      />
      {field && isDate(field) && (
        <Select
          label={t('field.unit')}
          data={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          value={unit}
          allowDeselect={false}
          onChange={(next) => next && onChange({ groupBy: `${key}:${next}` })}
        />
      )}
    </Group>
  );
}

import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { isPeriod, type Period, periods } from './widget.ts';

interface PeriodSelectProps {
  readonly value: Period | undefined;
  readonly onChange: (period: Period | undefined) => void;
  /** The label of the option that means no choice. */
  readonly otherwise: string;
  readonly label?: string | undefined;
  readonly error?: string | undefined;
}

/** Chooses a period. Without a visible label it has an accessible name. */
export function PeriodSelect({ value, onChange, otherwise, label, error }: PeriodSelectProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Select
      size={label === undefined ? 'xs' : 'sm'}
      w={label === undefined ? 190 : undefined}
      label={label}
      aria-label={label === undefined ? t('field.period') : undefined}
      data={[
        { value: '', label: otherwise },
        ...periods.map((period) => ({ value: period, label: t(`period.${period}`) })),
      ]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(next) => onChange(isPeriod(next) ? next : undefined)}
      error={error}
      maxDropdownHeight={360}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { periods, periodText } from './periods.ts';

const own = 'own';

interface PeriodSelectProps {
  readonly label: string;
  /** The label of the option for custom days. */
  readonly ownLabel: string;
  /** Undefined when nothing is chosen yet, null for custom days. */
  readonly value: string | null | undefined;
  readonly onChange: (period: string | null) => void;
}

/** Chooses a relative period or custom days. */
export function PeriodSelect({ label, ownLabel, value, onChange }: PeriodSelectProps) {
  const { t } = useTranslation('fields');
  const known: readonly string[] = periods;
  const names = typeof value === 'string' && !known.includes(value) ? [value, ...known] : known;
  const textOf = (period: string) => {
    const { key, values } = periodText(period);
    return t(key, { ...values });
  };
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={t('choose')}
      data={[{ value: own, label: ownLabel }, ...names.map((period) => ({ value: period, label: textOf(period) }))]}
      value={value === null ? own : (value ?? null)}
      onChange={(next) => onChange(next === own ? null : next)}
      allowDeselect={false}
      maxDropdownHeight={300}
    />
  );
}

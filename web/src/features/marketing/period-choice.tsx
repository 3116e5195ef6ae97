import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { periods } from '~/lib/period.ts';

interface PeriodChoiceProps {
  readonly days: number;
  readonly onChange: (days: number) => void;
}

/** Chooses the number of days in statistics. */
export function PeriodChoice({ days, onChange }: PeriodChoiceProps) {
  const { t } = useTranslation('marketing');
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label={t('period.title')}
      data={periods.map((one) => ({ value: String(one), label: t(`period.days.${one}`) }))}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

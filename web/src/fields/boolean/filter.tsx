import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { filterOf, type OneProps } from '../filter-of.tsx';

function OneBoolean({ label, value, onChange }: OneProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      aria-label={label}
      data={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      value={value === undefined || value === null ? null : String(value)}
      onChange={(next) => onChange(next === 'true')}
      allowDeselect={false}
    />
  );
}

export const BooleanFilter = filterOf(OneBoolean);

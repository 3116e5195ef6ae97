import { useTranslation } from 'react-i18next';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asTexts } from '../values.ts';

export function ListInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props;
  const { t } = useTranslation('fields');
  const entries = asTexts(value);
  return (
    <TagsInput
      {...controlProps(props)}
      value={entries}
      data={field.options?.map((option) => option.value)}
      onChange={(next) => onChange(next.length === 0 ? null : next)}
      onBlur={onBlur}
      placeholder={entries.length === 0 ? t('listHint') : undefined}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
    />
  );
}

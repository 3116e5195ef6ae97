import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, opensAtOnce } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { OptionBox } from '../option-box.tsx';
import { isEmpty } from '../values.ts';
import { isNewValue, itemOf, itemsOf } from './items.tsx';

export function ChoiceInput(props: InputProps) {
  const { field, value, onChange, onCommit, onBlur } = props;
  const { t } = useTranslation('fields');
  const [query, setQuery] = useState('');
  const choose = (next: string | null) => {
    onChange(next);
    onCommit?.(next);
  };
  return (
    <OptionBox
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      selected={isEmpty(value) ? undefined : itemOf(field, String(value))}
      items={itemsOf(field, query)}
      query={query}
      onQuery={setQuery}
      onSelect={choose}
      onBlur={onBlur}
      create={
        isNewValue(field, query.trim()) ? { label: t('useValue', { value: query.trim() }), run: choose } : undefined
      }
    />
  );
}

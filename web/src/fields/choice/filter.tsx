import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterOf, type ManyProps, type OneProps } from '../filter-of.tsx';
import { OptionBox } from '../option-box.tsx';
import { OptionsBox } from '../options-box.tsx';
import { isEmpty } from '../values.ts';
import { isNewValue, itemOf, itemsOf } from './items.tsx';

function OneChoice({ field, label, value, onChange }: OneProps) {
  const { t } = useTranslation('fields');
  const [query, setQuery] = useState('');
  return (
    <OptionBox
      control={{ size: 'xs', 'aria-label': label }}
      selected={isEmpty(value) ? undefined : itemOf(field, String(value))}
      items={itemsOf(field, query)}
      query={query}
      onQuery={setQuery}
      onSelect={onChange}
      create={
        isNewValue(field, query.trim()) ? { label: t('useValue', { value: query.trim() }), run: onChange } : undefined
      }
    />
  );
}

function Choices({ field, label, value, onChange }: ManyProps) {
  const { t } = useTranslation('fields');
  const [query, setQuery] = useState('');
  return (
    <OptionsBox
      control={{ size: 'xs', 'aria-label': label }}
      selected={value.map((item) => itemOf(field, item))}
      items={itemsOf(field, query)}
      query={query}
      onQuery={setQuery}
      onSelect={onChange}
      create={
        isNewValue(field, query.trim())
          ? { label: t('useValue', { value: query.trim() }), run: (text) => onChange([...value, text]) }
          : undefined
      }
    />
  );
}

export const ChoiceFilter = filterOf(OneChoice, Choices);

import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { filterOf, type ManyProps, type OneProps } from '../filter-of.tsx';
import { separators } from './format.ts';
import { readNumber } from './read.ts';

function OneNumber({ field, label, value, onChange }: OneProps) {
  const { i18n } = useTranslation();
  const { group, decimal } = separators(i18n.language);
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      value={typeof value === 'number' ? value : (readNumber(String(value ?? '')) ?? '')}
      onChange={(next) => onChange(readNumber(next))}
      allowDecimal={field.type !== 'integer'}
      thousandSeparator={group}
      decimalSeparator={decimal}
      hideControls
    />
  );
}

/** Accepts only numbers and ignores other texts. */
function Numbers({ label, value, onChange }: ManyProps) {
  return (
    <TagsInput
      size="xs"
      aria-label={label}
      value={[...value]}
      onChange={(next) => onChange(next.filter((text) => readNumber(text) !== null))}
      clearable
    />
  );
}

export const NumberFilter = filterOf(OneNumber, Numbers);

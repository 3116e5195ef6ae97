import { NumberInput as MantineNumberInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { amountCurrency } from '~/lib/company-currency.ts';
import { currencySign, isCurrency } from '~/lib/money.ts';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { currencyOf, numberStyle, separators } from './format.ts';
import { readNumber } from './read.ts';
import { useParents } from './use-parents.ts';

export function NumberInput(props: InputProps) {
  const { field, value, onChange, onBlur, values, included } = props;
  const { i18n } = useTranslation();
  const { group, decimal } = separators(i18n.language);
  const style = numberStyle(field);
  const parents = useParents(field, values, included);
  // A form lacks the currency until somebody chooses one, and the server then uses that of the company.
  const own = field.currencyFrom && !field.currencyFrom.parent ? amountCurrency(values?.currency) : undefined;
  const currency = style === 'money' ? (own ?? currencyOf(field, values, parents)) : undefined;
  const sign = isCurrency(currency) ? currencySign(currency, i18n.language) : undefined;
  return (
    <MantineNumberInput
      {...controlProps(props)}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(readNumber(next))}
      onBlur={onBlur}
      allowDecimal={field.type !== 'integer'}
      allowNegative={typeof field.min !== 'number' || field.min < 0}
      thousandSeparator={style === 'ungrouped' ? '' : group}
      decimalSeparator={decimal}
      suffix={style === 'percent' ? ' %' : undefined}
      leftSection={sign && <Text size="sm">{sign}</Text>}
      // The value is not clamped, because the error names the limit, and a value that changes by itself would surprise.
      clampBehavior="none"
      hideControls
    />
  );
}

import type { ComponentType } from 'react';
import type { FieldType } from '~/metadata/model.ts';
import { BooleanFilter } from './boolean/filter.tsx';
import { BooleanInput } from './boolean/input.tsx';
import { ChoiceFilter } from './choice/filter.tsx';
import { ChoiceInput } from './choice/input.tsx';
import { DateFilter } from './date/filter.tsx';
import { DateInput } from './date/input.tsx';
import { DatetimeInput } from './datetime/input.tsx';
import { EmailInput } from './email/input.tsx';
import { JsonInput } from './json/input.tsx';
import type { FilterInputProps, InputProps } from './kind.ts';
import { ListInput } from './list/input.tsx';
import { LongTextInput } from './longText/input.tsx';
import { NumberFilter } from './number/filter.tsx';
import { NumberInput } from './number/input.tsx';
import { PhoneInput } from './phone/input.tsx';
import { ReferenceFilter } from './reference/filter.tsx';
import { ReferenceInput } from './reference/input.tsx';
import { ReferencesInput } from './references/input.tsx';
import { SecretInput } from './secret/input.tsx';
import { TextFilter } from './text/filter.tsx';
import { NamedTextInput } from './text/input.tsx';
import { UrlInput } from './url/input.tsx';

interface FieldInputs {
  /** The input for a value. */
  readonly Input: ComponentType<InputProps>;
  /** The input for the value of a condition. */
  readonly Filter: ComponentType<FilterInputProps>;
}

const inputs: Readonly<Record<FieldType, FieldInputs>> = {
  text: { Input: NamedTextInput, Filter: TextFilter },
  longText: { Input: LongTextInput, Filter: TextFilter },
  email: { Input: EmailInput, Filter: TextFilter },
  phone: { Input: PhoneInput, Filter: TextFilter },
  url: { Input: UrlInput, Filter: TextFilter },
  number: { Input: NumberInput, Filter: NumberFilter },
  integer: { Input: NumberInput, Filter: NumberFilter },
  boolean: { Input: BooleanInput, Filter: BooleanFilter },
  date: { Input: DateInput, Filter: DateFilter },
  datetime: { Input: DatetimeInput, Filter: DateFilter },
  choice: { Input: ChoiceInput, Filter: ChoiceFilter },
  reference: { Input: ReferenceInput, Filter: ReferenceFilter },
  references: { Input: ReferencesInput, Filter: ReferenceFilter },
  list: { Input: ListInput, Filter: TextFilter },
  json: { Input: JsonInput, Filter: TextFilter },
  secret: { Input: SecretInput, Filter: TextFilter },
  autonumber: { Input: NamedTextInput, Filter: TextFilter },
};

/** The inputs of a type. An unknown type, from a newer server, is handled as text. */
export const inputsOf = (type: FieldType): FieldInputs => inputs[type] ?? inputs.text;

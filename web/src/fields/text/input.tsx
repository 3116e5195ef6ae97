import { TextInput as MantineTextInput } from '@mantine/core';
import { type HTMLInputTypeAttribute, lazy, Suspense } from 'react';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';
import { ModelNameInput, SuggestInput } from './special-inputs.tsx';
import { suggestionsFor } from './suggestions.ts';

/** Loaded on demand, because few models have colours, and the picker is a fifth of all inputs. */
const ColorTextInput = lazy(() => import('./color-input.tsx').then((module) => ({ default: module.ColorTextInput })));

interface TextInputProps extends InputProps {
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
}

export function TextInput({ type = 'text', placeholder, ...props }: TextInputProps) {
  const { value, onChange, onBlur, field } = props;
  return (
    <MantineTextInput
      {...controlProps(props)}
      type={type}
      placeholder={placeholder ?? (field.example === undefined ? undefined : asText(field.example))}
      value={asText(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
      onBlur={onBlur}
      autoComplete="off"
    />
  );
}

/** A text input. Some fields have a special input, chosen by the name of the field. */
export function NamedTextInput(props: InputProps) {
  const { key } = props.field;
  if (key === 'modelKey') return <ModelNameInput {...props} />;
  if (/color$/i.test(key))
    return (
      <Suspense fallback={<TextInput {...props} />}>
        <ColorTextInput {...props} />
      </Suspense>
    );
  const suggestions = suggestionsFor(key);
  return suggestions ? <SuggestInput {...props} suggestions={suggestions} /> : <TextInput {...props} />;
}

import { TextInput as MantineTextInput } from '@mantine/core';
import { type HTMLInputTypeAttribute, lazy, Suspense } from 'react';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';
import { ModelNameInput, SuggestInput } from './special-inputs.tsx';
import { suggestionsFor } from './suggestions.ts';

/** Few models have colours, and the picker is a fifth of all inputs. */
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

/** A text; some are known by their names and have an input of their own. */
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

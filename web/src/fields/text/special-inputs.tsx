import { Autocomplete, ColorInput } from '@mantine/core';
import { useState } from 'react';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { controlProps, opensAtOnce } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { OptionBox } from '../option-box.tsx';
import { asText } from '../values.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A text with suggestions, such as a time zone. */
export function SuggestInput({ suggestions, ...props }: InputProps & { readonly suggestions: readonly string[] }) {
  return (
    <Autocomplete
      {...controlProps(props)}
      data={[...suggestions]}
      limit={30}
      value={asText(props.value)}
      onChange={(text) => props.onChange(orNull(text))}
      onBlur={props.onBlur}
    />
  );
}

const swatches = ['#78909c', '#1e88e5', '#00897b', '#2e7d32', '#f9a825', '#ef6c00', '#c62828', '#8e24aa'];

/** A colour, which is stored as text. */
export function ColorTextInput(props: InputProps) {
  return (
    <ColorInput
      {...controlProps(props)}
      format="hex"
      swatches={swatches}
      value={asText(props.value)}
      onChange={(color) => props.onChange(orNull(color))}
      onBlur={props.onBlur}
    />
  );
}

/** The name of a model, picked from those that the user may see. */
export function ModelNameInput(props: InputProps) {
  const { value, onChange, onCommit, onBlur } = props;
  const registry = useRegistry();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  const items = registry.models
    .map((model) => ({ value: modelName(model), label: model.labelPlural, second: modelName(model) }))
    .filter(({ label, second }) => `${label} ${second}`.toLocaleLowerCase().includes(wanted));
  const name = asText(value);
  const model = registry.find(name);
  return (
    <OptionBox
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      selected={name === '' ? undefined : { value: model ? modelName(model) : name, label: model?.labelPlural ?? name }}
      items={items}
      query={query}
      onQuery={setQuery}
      onSelect={(next) => {
        onChange(next);
        onCommit?.(next);
      }}
      onBlur={onBlur}
    />
  );
}

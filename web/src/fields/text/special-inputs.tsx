import { useState } from 'react';
import { bestFirst } from '~/lib/rank-matches.ts';
import { modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Autocomplete } from '~/ui/select/autocomplete.tsx';
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

/** An input for the name of a model, picked from those visible to the user. */
export function ModelNameInput(props: InputProps) {
  const { value, onChange, onCommit, onBlur } = props;
  const registry = useRegistry();
  const [query, setQuery] = useState('');
  const models = registry.models.map((model) => ({
    value: modelName(model),
    label: model.labelPlural,
    second: modelName(model),
  }));
  const items = bestFirst(models, query, ({ label, second }) => [label, second]);
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

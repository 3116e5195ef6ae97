import { TextInput } from '@mantine/core';
import { filterOf, type OneProps } from '../filter-of.tsx';
import { asText } from '../values.ts';

function OneText({ label, value, onChange }: OneProps) {
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={asText(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      // The server rejects longer patterns.
      maxLength={200}
    />
  );
}

export const TextFilter = filterOf(OneText);

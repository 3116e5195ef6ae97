import { ColorInput } from '@mantine/core';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';

const swatches = ['#78909c', '#1e88e5', '#00897b', '#2e7d32', '#f9a825', '#ef6c00', '#c62828', '#8e24aa'];

/** A colour, which is stored as text. */
export function ColorTextInput(props: InputProps) {
  return (
    <ColorInput
      {...controlProps(props)}
      format="hex"
      swatches={swatches}
      value={asText(props.value)}
      onChange={(color) => props.onChange(color === '' ? null : color)}
      onBlur={props.onBlur}
    />
  );
}

import { ColorInput } from '~/ui/color-input.tsx';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';

/** The input for a colour, which is stored as text. */
export function ColorTextInput(props: InputProps) {
  return (
    <ColorInput
      {...controlProps(props)}
      value={asText(props.value)}
      onChange={(color) => props.onChange(color === '' ? null : color)}
      onBlur={props.onBlur}
    />
  );
}

import { Checkbox } from '@mantine/core';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';

export function BooleanInput(props: InputProps) {
  const { value, onChange, onCommit, onBlur } = props;
  const { withAsterisk: _, inputWrapperOrder: __, ...control } = { withAsterisk: false, ...controlProps(props) };
  return (
    <Checkbox
      {...control}
      checked={value === true}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.checked);
        onCommit?.(currentTarget.checked);
      }}
      onBlur={onBlur}
    />
  );
}

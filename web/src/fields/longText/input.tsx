import { Textarea } from '@mantine/core';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';
import { NoteInput } from './note-input.tsx';

export function LongTextInput(props: InputProps) {
  const { field, model, value, onChange, onBlur, compact } = props;
  // A long text that is the title of its model is a note or a comment.
  if (field.key === model.titleField) return <NoteInput {...props} />;
  return (
    <Textarea
      {...controlProps(props)}
      value={asText(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
      onBlur={onBlur}
      autosize
      minRows={compact ? 2 : 3}
      maxRows={compact ? 8 : 16}
    />
  );
}

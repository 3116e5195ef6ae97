import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { jsonText, readJson } from './read.ts';

export function JsonInput(props: InputProps) {
  const { value, onChange, onBlur } = props;
  const [text, setText] = useState(() => jsonText(value));
  return (
    <Textarea
      {...controlProps(props)}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readJson(currentTarget.value));
      }}
      onBlur={onBlur}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}

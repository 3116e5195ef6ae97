import { TagsInput as MantineTagsInput, type TagsInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { rankOptions } from './rank-options.ts';

/**
 * An input for free texts. Enter adds the typed text or the suggestion highlighted with the arrow keys, and never sends
 * the form.
 */
export function TagsInput({ onKeyDown, ...props }: TagsInputProps) {
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    // If there is text, Mantine adds it and prevents the default.
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (isPlain && event.currentTarget.form && event.currentTarget.value === '') event.preventDefault();
  };
  return <MantineTagsInput filter={rankOptions} {...props} onKeyDown={keys} />;
}

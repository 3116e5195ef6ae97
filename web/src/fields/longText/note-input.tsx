import { Input, Skeleton } from '@mantine/core';
import { type FocusEvent, lazy, Suspense } from 'react';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';

const RichText = lazy(() => import('./rich-text.tsx'));

/** A rich text input for notes. */
export function NoteInput(props: InputProps) {
  const { field, value, onChange, onBlur, error, autoFocus, compact } = props;
  const { withAsterisk, inputWrapperOrder } = { withAsterisk: false, ...controlProps(props) };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The editor asks for the address of a link in a popover, which is outside of the editor.
    const inBox = relatedTarget instanceof Element && relatedTarget.closest('[data-portal]') !== null;
    if (!currentTarget.contains(relatedTarget) && !inBox) onBlur?.();
  };
  return (
    <Input.Wrapper
      label={compact ? undefined : field.label}
      description={compact ? undefined : field.help}
      error={compact ? undefined : error}
      withAsterisk={withAsterisk}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
      onBlur={leave}
    >
      <Suspense fallback={<Skeleton h={130} />}>
        <RichText
          kind="note"
          label={field.label}
          content={asText(value)}
          onChange={(text) => onChange(text === '' ? null : text)}
          autoFocus={autoFocus}
          isWrong={error !== undefined}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

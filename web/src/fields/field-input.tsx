import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FilterInputProps, InputProps } from './kind.ts';

/**
 * Inputs are loaded after the page: with calendars, numbers and rich text they are as large as the list itself, which
 * is read before anything is edited.
 */
export const loadInputs = () => import('./inputs.ts');

const LazyInput = lazy(async () => {
  const { inputsOf } = await loadInputs();
  return {
    default: (props: InputProps) => {
      const { Input: KindInput } = inputsOf(props.field.type);
      return <KindInput {...props} />;
    },
  };
});

const LazyFilter = lazy(async () => {
  const { inputsOf } = await loadInputs();
  return {
    default: (props: FilterInputProps) => {
      const { Filter } = inputsOf(props.field.type);
      return <Filter {...props} />;
    },
  };
});

/** The input for a value of a field. */
export function FieldInput(props: InputProps) {
  const { field, compact } = props;
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={compact ? undefined : field.label}>
          <Skeleton h={compact ? 24 : 36} />
        </Input.Wrapper>
      }
    >
      <LazyInput {...props} />
    </Suspense>
  );
}

/** The input for the value of a condition. */
export function FieldFilter(props: FilterInputProps) {
  return (
    <Suspense fallback={<Skeleton h={30} />}>
      <LazyFilter {...props} />
    </Suspense>
  );
}

import { Alert } from '@mantine/core';

/** An error of the form as a whole. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" py="xs">
      {text}
    </Alert>
  );
}

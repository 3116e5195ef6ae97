import { Alert } from '@mantine/core';

/** What is wrong with a form as a whole. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" py="xs">
      {text}
    </Alert>
  );
}

import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { explainError } from './explain-error.ts';

/** The reason why a mail was not delivered, explained and in the words of the mail server. */
export function ErrorCell({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('mail');
  if (typeof error !== 'string' || error === '') return null;
  const words = explainError(error, t);
  return (
    <Stack gap={0}>
      {words !== undefined && <Text size="sm">{words}</Text>}
      <Text size="xs" c="dimmed">
        {error}
      </Text>
    </Stack>
  );
}

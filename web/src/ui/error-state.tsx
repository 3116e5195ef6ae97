import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { errorText } from './error-text.ts';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** Explains an error and offers a retry, with the request id for the log. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} m="md" title={t('error.title')} role="alert">
      <Stack gap="xs">
        <Text size="sm">{errorText(error, t)}</Text>
        {error instanceof ApiError && error.requestId !== undefined && error.status >= 500 && (
          <Text size="xs" c="dimmed">
            {t('error.requestId', { id: error.requestId })}
          </Text>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

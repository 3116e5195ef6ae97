import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { useCan } from '~/metadata/access.ts';
import { errorText } from '~/ui/error-text.ts';

interface TurnProblemProps {
  /** Undefined when the connection ended before the answer was complete. */
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
}

/** Explains why there is no answer, and what the person can do. */
export function TurnProblem({ error, onRetry }: TurnProblemProps) {
  const { t } = useTranslation('assistant');
  const canConfigure = useCan().scope('ui:admin');
  const isMissing = error instanceof ApiError && error.code === 'ai_not_configured';
  const text = isMissing
    ? t(canConfigure ? 'notConfigured.admin' : 'notConfigured.text')
    : error === undefined
      ? t('broken')
      : errorText(error, t);
  return (
    <Alert color="red" role="alert" py="xs" px="sm" icon={<IconAlertTriangle size={16} />}>
      <Text size="sm">{text}</Text>
      <Group gap="sm" mt={6}>
        {onRetry && (
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        )}
        {isMissing && canConfigure && (
          <Anchor component={Link} to="/admin/ai" size="sm">
            {t('notConfigured.open')}
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}

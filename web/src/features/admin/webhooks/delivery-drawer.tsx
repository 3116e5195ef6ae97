import { Accordion, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Facts } from '~/views/parts/facts.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { DeliveryBadge } from './webhook-status.tsx';
import { type Attempt, type Delivery, deliveryQuery, webhookActions, webhooksPath } from './webhooks.ts';

interface DeliveryDrawerProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
  /** True when the delivery can be sent again. */
  readonly canRetry: (delivery: Delivery) => boolean;
}

const wrapping = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** One delivery: its payload, and each answer. */
export function DeliveryDrawer({ webhookId, deliveryId, onClose, canRetry }: DeliveryDrawerProps) {
  const { t } = useTranslation('admin');
  const refresh = useRefresh(webhooksPath);
  const { data, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId));
  const retry = useAction({
    run: () => webhookActions.retry(webhookId, deliveryId),
    refresh,
    done: () => t('webhooks.retried'),
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('webhooks.delivery')}>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <PageLoading />
      ) : (
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="xs">
              <Code>{data.type}</Code>
              <DeliveryBadge status={data.status} />
            </Group>
            {canRetry(data) && (
              <Button size="xs" onClick={() => retry.run()} loading={retry.isRunning}>
                {t('webhooks.retry')}
              </Button>
            )}
          </Group>
          <Facts
            facts={[
              { label: t('webhooks.created'), value: <Moment time={data.createdAt} full /> },
              ...(data.finishedAt
                ? [{ label: t('webhooks.finished'), value: <Moment time={data.finishedAt} full /> }]
                : []),
              ...(data.nextAttemptAt
                ? [{ label: t('webhooks.next'), value: <Moment time={data.nextAttemptAt} full /> }]
                : []),
            ]}
          />
          <Title order={3} size="h4">
            {t('webhooks.body')}
          </Title>
          {data.body == null ? (
            <Text size="sm" c="dimmed">
              {t(
                data.bodyTooLarge
                  ? 'webhooks.bodyTooLarge'
                  : data.detailsHidden
                    ? 'webhooks.detailsHidden'
                    : 'webhooks.bodyGone',
              )}
            </Text>
          ) : (
            <Code block mah={360} style={{ ...wrapping, overflow: 'auto' }} tabIndex={0}>
              {prettyJson(data.body)}
            </Code>
          )}
          <Title order={3} size="h4">
            {t('webhooks.attempts')}
          </Title>
          <Attempts attempts={data.attempts} />
        </Stack>
      )}
    </Drawer>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t } = useTranslation('admin');
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('webhooks.noAttempts')}
      </Text>
    );
  return (
    <Accordion variant="contained" multiple order={4}>
      {[...attempts].reverse().map((attempt) => (
        <Accordion.Item key={attempt.at} value={attempt.at}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs" pr="xs">
              <Text size="sm">{attempt.responseStatus ?? t('webhooks.noAnswer')}</Text>
              <Text size="xs" c="dimmed">
                <Moment time={attempt.at} full /> · {Math.round(attempt.durationMs)} ms
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Stack gap="xs">
              {attempt.error && <Text size="sm">{attempt.error}</Text>}
              {attempt.responseHeaders && (
                <Code block style={wrapping}>
                  {Object.entries(attempt.responseHeaders)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </Code>
              )}
              {attempt.responseBody && (
                <Code block mah={240} style={{ ...wrapping, overflow: 'auto' }} tabIndex={0}>
                  {attempt.responseBody}
                </Code>
              )}
              {!attempt.error && !attempt.responseBody && !attempt.responseHeaders && (
                <Text size="sm" c="dimmed">
                  {t('webhooks.emptyAnswer')}
                </Text>
              )}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // The logged payload may be truncated, so it is shown as text.
    return text;
  }
}

import { Alert, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SubscribeResult } from '../mail-api.ts';

const shownRejections = 50;

/** Shows how many addresses were added, and why others were rejected. */
export function SubscribeResultView({ result }: { readonly result: SubscribeResult }) {
  const { t } = useTranslation('mail');
  const { subscribed, pending, alreadySubscribed, rejected } = result;
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert color={subscribed + pending > 0 ? 'teal' : 'gray'} variant="light">
        <Stack gap={2}>
          {subscribed > 0 && <Text size="sm">{t('list.result.subscribed', { count: subscribed })}</Text>}
          {pending > 0 && <Text size="sm">{t('list.result.pending', { count: pending })}</Text>}
          {alreadySubscribed > 0 && <Text size="sm">{t('list.result.already', { count: alreadySubscribed })}</Text>}
          {subscribed + pending + alreadySubscribed === 0 && <Text size="sm">{t('list.result.none')}</Text>}
        </Stack>
      </Alert>
      {rejected.length > 0 && (
        <Alert
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
          color="orange"
          variant="light"
          title={t('list.result.rejected', { count: rejected.length })}
        >
          <List size="sm" mah={200} style={{ overflow: 'auto' }}>
            {rejected.slice(0, shownRejections).map(({ email, reason }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an address may be rejected twice, and the list does not change.
              <List.Item key={n}>
                {email}: {t(`list.reasons.${reason}` as 'list.reasons.invalid', { defaultValue: reason })}
              </List.Item>
            ))}
          </List>
          {rejected.length > shownRejections && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('list.result.more', { count: rejected.length - shownRejections })}
            </Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}

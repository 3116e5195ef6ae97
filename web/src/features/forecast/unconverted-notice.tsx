import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Scope } from './forecast.ts';
import { useCurrencies } from './use-choices.ts';

interface UnconvertedNoticeProps {
  readonly count: number;
  readonly scope: Scope;
}

/** Says how many deals are in no sum, because their currency has no exchange rate, and how to change that. */
export function UnconvertedNotice({ count, scope: { from, to, pipelineId } }: UnconvertedNoticeProps) {
  const { t } = useTranslation('forecast');
  const currencies = useCurrencies();
  if (count === 0) return null;
  const filter = {
    closeDate: { between: [from, to] },
    forecastCategory: { ne: 'omitted' },
    value: { null: false },
    currency: { null: false, nin: currencies },
    ...(pipelineId && { pipelineId }),
  };
  return (
    <Alert color="orange" variant="light" role="status" mb="sm" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">{t('unconverted.text', { count })}</Text>
      <Group gap="md" mt={4}>
        <Anchor component={Link} to="/m/sales/exchangeRates" size="sm" c="inherit" underline="always">
          {t('unconverted.rates')}
        </Anchor>
        <Anchor
          component={Link}
          to="/m/sales/opportunities"
          search={{ filter } as never}
          size="sm"
          c="inherit"
          underline="always"
        >
          {t('unconverted.deals')}
        </Anchor>
      </Group>
    </Alert>
  );
}

import { Button, Group } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { documentPaths, type OrderStep, orderActions } from './documents-api.ts';

/** The steps that an order in this status can take. The first one is the usual one. */
const stepsOf: Readonly<Record<string, readonly OrderStep[]>> = {
  draft: ['confirm', 'cancel'],
  confirmed: ['ship', 'cancel'],
  processing: ['ship', 'cancel'],
  shipped: ['deliver', 'return'],
  delivered: ['return'],
  completed: ['return'],
};
/** Steps that a person confirms, because nothing undoes them. */
const confirmed: readonly OrderStep[] = ['cancel', 'return'];
const notInvoiced: readonly unknown[] = ['cancelled', 'returned'];

/** The steps of an order, and its invoice. */
export function OrderStrip({ order }: { readonly order: RecordData }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const refresh = useRefresh(...documentPaths);
  const step = useAction({
    run: (name: OrderStep) => orderActions[name](order._id),
    refresh,
    done: (_answer, name) => t(`step.${name}.done`),
  });
  const invoice = useAction({
    run: async () => {
      const made = await orderActions.invoice(order._id);
      await navigate({ to: `/m/finance/financeInvoices/${made._id}` });
    },
    refresh,
    done: () => t('invoice.done'),
  });
  const take = (name: OrderStep) => {
    if (!confirmed.includes(name)) return step.run(name);
    const action = t(`step.${name}.action`);
    confirm({ title: action, text: t(`step.${name}.text`), action, danger: true, run: () => step.run(name) });
  };
  const steps = stepsOf[String(order.status ?? 'draft')] ?? [];
  return (
    <Group gap="xs">
      {steps.map((name, index) => (
        <Button
          key={name}
          size="xs"
          variant={index === 0 && !confirmed.includes(name) ? 'filled' : 'default'}
          loading={step.isRunning && step.input === name}
          onClick={() => take(name)}
        >
          {t(`step.${name}.action`)}
        </Button>
      ))}
      {!notInvoiced.includes(order.status) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileInvoice size={16} />}
          loading={invoice.isRunning}
          onClick={() => invoice.run()}
        >
          {t('invoice.action')}
        </Button>
      )}
    </Group>
  );
}

import { Button, Group } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { documentPaths, type OrderStep, orderActions } from './documents-api.ts';
import { useNextDocument } from './use-next-document.ts';

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
const confirmed = ['cancel', 'return'] as const;

const isConfirmed = (step: OrderStep): step is (typeof confirmed)[number] => confirmed.some((name) => name === step);

const notInvoiced: readonly unknown[] = ['cancelled', 'returned'];

/** The steps of an order, and its invoice. */
export function OrderStrip({ order }: { readonly order: RecordData }) {
  const { t } = useTranslation('documents');
  const step = useAction({
    run: (name: OrderStep) => orderActions[name](order._id),
    refresh: useRefresh(...documentPaths),
    done: (_answer, name) => t(`step.${name}.done`),
  });
  const take = (name: OrderStep) => {
    if (!isConfirmed(name)) return step.run(name);
    const action = t(`step.${name}.action`);
    confirm({
      title: t(`step.${name}.title`, { number: order.number }),
      text: t(`step.${name}.text`),
      action,
      dismiss: t(`step.${name}.dismiss`),
      danger: true,
      run: () => step.run(name),
    });
  };
  const steps = stepsOf[String(order.status ?? 'draft')] ?? [];
  return (
    <Group gap="xs">
      {steps.map((name, index) => (
        <Button
          key={name}
          size="xs"
          variant={index === 0 && !isConfirmed(name) ? 'filled' : 'default'}
          loading={step.isRunning && step.input === name}
          onClick={() => take(name)}
        >
          {t(`step.${name}.action`)}
        </Button>
      ))}
      <InvoiceButton order={order} />
    </Group>
  );
}

/** Makes the invoice of an order, or opens the one that it has. */
function InvoiceButton({ order }: { readonly order: RecordData }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const { found, isPending } = useNextDocument('finance.financeInvoices', {
    orderId: order._id,
    status: { ne: 'void' },
  });
  const invoice = useAction({
    run: async () => {
      const made = await orderActions.invoice(order._id);
      await navigate({ to: `/m/finance/financeInvoices/${made._id}` });
    },
    refresh: useRefresh(...documentPaths),
    done: () => t('invoice.done'),
  });
  const look = { size: 'xs', variant: 'default', leftSection: <IconFileInvoice size={16} /> } as const;
  if (found)
    return (
      <Button component={Link} to={`/m/finance/financeInvoices/${found._id}`} {...look}>
        {found.number ? t('invoice.open', { number: found.number }) : t('invoice.openDraft')}
      </Button>
    );
  if (isPending || notInvoiced.includes(order.status)) return null;
  return (
    <Button {...look} loading={invoice.isRunning} onClick={() => invoice.run()}>
      {t('invoice.action')}
    </Button>
  );
}

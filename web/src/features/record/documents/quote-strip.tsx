import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconFileTypePdf, IconPackage, IconSend, IconVersions, IconX } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { FilePreview } from '../files/file-preview.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { quoteActionsOf } from './document-state.ts';
import { documentPaths, quoteActions } from './documents-api.ts';
import { SendDialog } from './send-dialog.tsx';
import { useNextDocument } from './use-next-document.ts';

interface QuoteStripProps {
  readonly quote: RecordData;
  readonly canWrite: boolean;
}

type Dialog = 'send' | 'accept' | 'decline' | 'pdf';

export function QuoteStrip({ quote, canWrite }: QuoteStripProps) {
  const { t } = useTranslation('documents');
  const [dialog, setDialog] = useState<Dialog>();
  const order = useNextDocument('sales.orders', { quoteId: quote._id, status: { ne: 'cancelled' } });
  const can = quoteActionsOf(quote, order.found !== undefined || order.isPending);
  return (
    <Stack gap="xs">
      {typeof quote.replacedById === 'string' && (
        <Alert color="yellow">
          {t('replaced')}{' '}
          <Anchor component={Link} to={`/m/sales/quotes/${quote.replacedById}`} size="sm">
            {t('nextVersion')}
          </Anchor>
        </Alert>
      )}
      <Group gap="xs">
        {canWrite && can.send && (
          <Button
            size="xs"
            variant={quote.status === 'sent' ? 'default' : 'filled'}
            leftSection={<IconSend size={16} />}
            onClick={() => setDialog('send')}
          >
            {t(quote.status === 'sent' ? 'send.again' : 'send.action')}
          </Button>
        )}
        {canWrite && can.order && <OrderButton id={quote._id} />}
        {order.found && <OrderLink order={order.found} />}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypePdf size={16} />}
          onClick={() => setDialog('pdf')}
        >
          {t('pdf')}
        </Button>
        {canWrite && can.accept && (
          <Button size="xs" variant="default" leftSection={<IconCheck size={16} />} onClick={() => setDialog('accept')}>
            {t('accept.action')}
          </Button>
        )}
        {canWrite && can.decline && (
          <Button size="xs" variant="default" leftSection={<IconX size={16} />} onClick={() => setDialog('decline')}>
            {t('decline.action')}
          </Button>
        )}
        {canWrite && can.revise && <ReviseButton quote={quote} />}
      </Group>
      {dialog && <OpenDialog quote={quote} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </Stack>
  );
}

interface OpenDialogProps {
  readonly quote: RecordData;
  readonly dialog: Dialog;
  readonly onClose: () => void;
}

function OpenDialog({ quote, dialog, onClose }: OpenDialogProps) {
  if (dialog === 'send') return <SendDialog quote={quote} onClose={onClose} />;
  if (dialog !== 'pdf') return <DecisionDialog quote={quote} decision={dialog} onClose={onClose} />;
  return (
    <FilePreview
      url={`${quoteActions.pdfUrl(quote._id)}?v=${quote.version}`}
      name={`${String(quote.number ?? quote._id)}.pdf`}
      isPicture={false}
      onClose={onClose}
    />
  );
}

function ReviseButton({ quote }: { readonly quote: RecordData }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const refresh = useRefresh(...documentPaths);
  const revise = useAction({
    run: async () => {
      const next = await quoteActions.revise(quote._id);
      await navigate({ to: `/m/sales/quotes/${next._id}` });
    },
    refresh,
    done: () => t('revise.done'),
  });
  const ask = () =>
    confirm({
      title: t('revise.title', { number: quote.number }),
      text: t('revise.text'),
      action: t('revise.action'),
      run: () => revise.run(),
    });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconVersions size={16} />}
      loading={revise.isRunning}
      onClick={ask}
    >
      {t('revise.action')}
    </Button>
  );
}

function OrderButton({ id }: { readonly id: string }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const refresh = useRefresh(...documentPaths);
  const order = useAction({
    run: async () => {
      const made = await quoteActions.order(id);
      await navigate({ to: `/m/sales/orders/${made._id}` });
    },
    refresh,
    done: () => t('order.done'),
  });
  return (
    <Button size="xs" leftSection={<IconPackage size={16} />} loading={order.isRunning} onClick={() => order.run()}>
      {t('order.action')}
    </Button>
  );
}

function OrderLink({ order }: { readonly order: RecordData }) {
  const { t } = useTranslation('documents');
  return (
    <Button
      component={Link}
      to={`/m/sales/orders/${order._id}`}
      size="xs"
      variant="default"
      leftSection={<IconPackage size={16} />}
    >
      {t('order.open', { number: order.number })}
    </Button>
  );
}

import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { InvoiceStrip } from './invoice-strip.tsx';
import { OrderStrip } from './order-strip.tsx';
import { QuoteStrip } from './quote-strip.tsx';

/** The actions of a quote, an order or an invoice. */
export function DocumentStrip({ model, record }: { readonly model: Model; readonly record: RecordData }) {
  const canWrite = useCan().writeRecord(model, record);
  switch (modelName(model)) {
    case 'sales.quotes':
      return <QuoteStrip quote={record} canWrite={canWrite} />;
    case 'sales.orders':
      return canWrite ? <OrderStrip order={record} /> : null;
    default:
      return canWrite ? <InvoiceStrip invoice={record} /> : null;
  }
}

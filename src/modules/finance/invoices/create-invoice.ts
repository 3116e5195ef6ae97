import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { financeInvoiceLines, financeInvoices } from '../model-names.ts';
import { findInvoiceOfOrder } from '../sql/invoices.ts';

type Fields = Readonly<Record<string, JsonValue>>;

/**
 * Creates the draft of the invoice of an order. Fields of the order and of its lines are copied where invoices have the
 * same ones. Throws a 409 error when the order has an invoice. The caller has locked the order. Returns the record as
 * JSON text.
 */
export async function createInvoiceOfOrder(
  context: TransactionContext,
  order: Fields,
  lines: readonly Fields[],
): Promise<{ id: string; body: string }> {
  const orderId = String(order._id);
  const existing = await findInvoiceOfOrder(context, orderId);
  if (existing)
    throw new AppError(
      'conflict',
      `Order ${String(order.number ?? orderId)} has an invoice already: ${existing.number ?? existing.id}.`,
    );
  const within = withAllAccess(context);
  const invoices = financeInvoices(within);
  const record = {
    ...copyOf(order, invoices),
    customerReference: String(order.purchaseOrderNumber ?? '') || null,
    orderId,
  };
  const { id } = await invoke(within, operations.create, invoices, { record });
  const lineModel = financeInvoiceLines(within);
  for (const line of lines)
    await invoke(within, operations.create, lineModel, { record: { ...copyOf(line, lineModel), invoiceId: id } });
  const { body } = await invoke(within, operations.get, invoices, { id, query: {} });
  return { id, body };
}

/** Fields of an order are declared like those of an invoice with the same name. Custom fields are not copied. */
const copyOf = (source: Fields, { writable }: Model): Fields =>
  Object.fromEntries(
    writable
      .filter(({ key, customId }) => customId === undefined && (source[key] ?? null) !== null)
      .map(({ key }) => [key, source[key] ?? null]),
  );

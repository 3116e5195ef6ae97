import { invoiceOrder } from '../../src/modules/sales/orders/actions/invoice-order.ts';
import { reviseQuote } from '../../src/modules/sales/quotes/actions/revise-quote.ts';
import { type Company, currency, type Saved } from './company.ts';
import { taxPercent } from './lines.ts';
import type { Deal } from './pipeline.ts';

const quoted: Readonly<Record<string, string>> = {
  proposal: 'sent',
  negotiation: 'sent',
  won: 'accepted',
  lost: 'rejected',
};

/** Creates quotes for advanced deals, orders for won ones, and the products that customers own as a result. */
export async function createDocuments(company: Company, deals: readonly Deal[]): Promise<Saved[]> {
  const orders: Saved[] = [];
  let number = 0;
  for (const deal of deals) {
    const state = quoted[deal.opportunity.stage];
    if (!state) continue;
    number += 1;
    const quote = await createQuote(company, deal, state, number);
    if (deal.opportunity.stage === 'won') orders.push(await createOrder(company, deal, quote, orders.length + 1));
  }
  return orders;
}

const partiesOf = ({ account, contact, opportunity }: Deal) => ({
  accountId: account._id,
  contactId: contact._id,
  opportunityId: opportunity._id,
  ownerId: account.ownerId,
  currency,
  paymentTerms: 'net30',
});

async function createQuote(company: Company, deal: Deal, status: string, number: number): Promise<Saved> {
  const sent = deal.closes > 0 ? -company.random.int(2, 14) : deal.closes - 12;
  const quote = await company.add('sales.quotes', {
    ...partiesOf(deal),
    name: deal.opportunity.name,
    quoteDate: company.day(sent),
    validUntil: company.day(sent + 30),
    terms: 'Delivery within four weeks. Installation and first calibration on the day of delivery.',
  });
  for (const [position, line] of deal.lines.entries()) {
    await company.add('sales.quoteProducts', {
      quoteId: quote._id,
      ...line,
      taxPercent,
      position,
      ownerId: deal.account.ownerId,
    });
  }
  // The lines of a sent quote no longer change, so it is sent after they were added.
  await company.change('sales.quotes', quote, {
    status,
    sentAt: company.time(sent, 11),
    ...(status === 'accepted' && { acceptedAt: company.time(deal.closes, 14) }),
    ...(status === 'rejected' && { rejectedAt: company.time(deal.closes, 14) }),
  });
  if (status === 'sent' && number % 4 === 1) await company.run(reviseQuote, { id: quote._id });
  if (number % 6 === 1) {
    await company.attach('sales.quotes', quote, {
      notes: ['The second position is optional; they decide after the tasting.'],
      tasks: [['Follow up on the quote', sent + 7]],
      files: [`Quote for ${deal.account.name}.pdf`],
      by: { _id: deal.account.ownerId },
    });
  }
  return quote;
}

/** The state of an order by the age of the deal in days. */
const orderState = (age: number): string =>
  age > 60 ? 'completed' : age > 30 ? 'delivered' : age > 15 ? 'shipped' : 'confirmed';

async function createOrder(company: Company, deal: Deal, quote: Saved, number: number): Promise<Saved> {
  const age = -deal.closes;
  const status = orderState(age);
  const order = await company.add('sales.orders', {
    ...partiesOf(deal),
    name: deal.opportunity.name,
    quoteId: quote._id,
    status,
    type: 'new',
    orderDate: company.day(deal.closes),
    paymentStatus: age > 60 ? 'paid' : 'unpaid',
    paymentMethod: 'bankTransfer',
    ...(age > 60 && { paidAt: company.time(deal.closes + 40, 10) }),
    ...(age > 15 && {
      carrier: 'Cascade Freight',
      trackingNumber: `CF${company.random.int(10_000_000, 99_999_999)}`,
      shippedAt: company.time(deal.closes + 12, 8),
    }),
    ...(age > 30 && { deliveredAt: company.time(deal.closes + 18, 13) }),
    requestedDeliveryDate: company.day(deal.closes + 21),
  });
  for (const [position, line] of deal.lines.entries()) {
    const quantityShipped = age > 15 ? line.quantity : 0;
    const parts = { ...line, taxPercent, position, quantityShipped, ownerId: deal.account.ownerId };
    await company.add('sales.orderProducts', { orderId: order._id, ...parts });
  }
  if (age > 30) await createOwned(company, deal, order);
  if (age > 15) await createInvoice(company, order, age, number);
  if (number % 5 === 1) {
    await company.attach('sales.orders', order, {
      notes: ['Delivery through the yard, before nine.'],
      tasks: [['Confirm the date with the technician', deal.closes + 5]],
      files: [`Delivery note for ${deal.account.name}.pdf`],
      by: { _id: deal.account.ownerId },
    });
  }
  return order;
}

async function createInvoice(company: Company, order: Saved, age: number, number: number): Promise<void> {
  const invoice = await company.run(invoiceOrder, { id: order._id });
  if (number % 4 !== 1 || age < 30) return;
  await company.attach('finance.financeInvoices', invoice, {
    notes: ['Their accounting wants the purchase order on every invoice.'],
    files: ['Purchase order.pdf'],
  });
}

async function createOwned(company: Company, { account, lines, closes }: Deal, order: Saved): Promise<void> {
  for (const { productId, name, quantity, unitPrice } of lines) {
    const contract = name.startsWith('Care');
    await company.add('sales.accountProducts', {
      accountId: account._id,
      orderId: order._id,
      productId,
      name,
      quantity,
      unitPrice,
      currency,
      status: 'active',
      purchaseDate: company.day(closes),
      ...(contract
        ? {
            startDate: company.day(closes + 18),
            endDate: company.day(closes + 383),
            renewalDate: company.day(closes + 353),
          }
        : { serialNumber: `K${company.random.int(100_000, 999_999)}` }),
      ownerId: account.ownerId,
    });
  }
}

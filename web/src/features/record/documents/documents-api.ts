import { actions, answer } from '~/api/actions.ts';

const byId = (id: string) => ({ params: { path: { id } } });

export interface SendInput {
  readonly to?: string[];
  readonly message?: string;
}

export interface DecisionInput {
  readonly name?: string;
  readonly comment?: string;
}

export const quoteActions = {
  send: (id: string, body: SendInput) => answer(actions.POST('/api/sales/quotes/{id}/send', { ...byId(id), body })),
  accept: (id: string, body: DecisionInput) =>
    answer(actions.POST('/api/sales/quotes/{id}/accept', { ...byId(id), body })),
  decline: (id: string, body: DecisionInput) =>
    answer(actions.POST('/api/sales/quotes/{id}/decline', { ...byId(id), body })),
  revise: (id: string) => answer(actions.POST('/api/sales/quotes/{id}/revise', byId(id))),
  order: (id: string) => answer(actions.POST('/api/sales/quotes/{id}/order', byId(id))),
  pdfUrl: (id: string) => `/api/sales/quotes/${id}/pdf`,
};

export const orderActions = {
  confirm: (id: string) => answer(actions.POST('/api/sales/orders/{id}/confirm', byId(id))),
  ship: (id: string) => answer(actions.POST('/api/sales/orders/{id}/ship', { ...byId(id), body: {} })),
  deliver: (id: string) => answer(actions.POST('/api/sales/orders/{id}/deliver', byId(id))),
  cancel: (id: string) => answer(actions.POST('/api/sales/orders/{id}/cancel', { ...byId(id), body: {} })),
  return: (id: string) => answer(actions.POST('/api/sales/orders/{id}/return', byId(id))),
  invoice: (id: string) => answer(actions.POST('/api/sales/orders/{id}/invoice', byId(id))),
};

export type OrderStep = Exclude<keyof typeof orderActions, 'invoice'>;

export const issueInvoice = (id: string) => answer(actions.POST('/api/finance/financeInvoices/{id}/issue', byId(id)));

/** The models that the actions of documents change. */
export const documentPaths = [
  '/api/sales/quotes',
  '/api/sales/quoteProducts',
  '/api/sales/quoteFiles',
  '/api/sales/orders',
  '/api/sales/orderProducts',
  '/api/sales/products',
  '/api/finance/financeInvoices',
  '/api/finance/financeInvoiceLines',
] as const;

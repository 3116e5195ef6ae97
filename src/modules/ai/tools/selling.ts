import { Type } from 'typebox';
import { leadActions, orderActions, quoteActions } from '../../sales/contract.ts';
import { actionTool } from './action-tool.ts';
import { recordId } from './find-model.ts';

const closed = { additionalProperties: false };
const leads = { model: 'sales.leads', id: 'leadId' };
const quotes = { model: 'sales.quotes', id: 'id' };
const orders = { model: 'sales.orders', id: 'id' };

export const convertLead = actionTool({
  ...leads,
  name: 'convertLead',
  alsoWrites: ['sales.contacts', 'sales.accounts', 'sales.opportunities'],
  description:
    'Makes a contact, an account and an opportunity of a lead, or uses existing ones, and links everything of the lead to them.',
  input: Type.Object(
    {
      leadId: recordId,
      contactId: Type.Optional(Type.String({ format: 'uuid', description: 'An existing contact to use.' })),
      accountId: Type.Optional(Type.String({ format: 'uuid', description: 'An existing account to use.' })),
      createOpportunity: Type.Optional(Type.Boolean({ description: 'false makes no opportunity.' })),
    },
    closed,
  ),
  call: (input) => ({ action: leadActions.convert, input }),
});

export const unconvertLead = actionTool({
  ...leads,
  name: 'unconvertLead',
  description: 'Undoes the conversion of a lead. New records that were changed or used since are kept.',
  input: Type.Object({ leadId: recordId }, closed),
  call: (input) => ({ action: leadActions.unconvert, input }),
});

export const scoreLead = actionTool({
  ...leads,
  name: 'scoreLead',
  description: 'Computes the score of a lead by the rules of the account, and gives the reasons.',
  needsApproval: false,
  input: Type.Object({ leadId: recordId }, closed),
  call: (input) => ({ action: leadActions.score, input }),
});

export const routeLead = actionTool({
  ...leads,
  name: 'routeLead',
  description: 'Gives a lead to a user by the routing rules of the account, and gives the reason.',
  input: Type.Object({ leadId: recordId }, closed),
  call: (input) => ({ action: leadActions.route, input }),
});

export const sendQuote = actionTool({
  ...quotes,
  name: 'sendQuote',
  description: 'Mails a quote to the customer, with its PDF. Then it no longer changes.',
  input: Type.Object(
    {
      id: recordId,
      to: Type.Optional(Type.String({ maxLength: 254, description: 'An address. Left out: that of the contact.' })),
      message: Type.Optional(Type.String({ maxLength: 10_000, description: 'Plain text before the link.' })),
    },
    closed,
  ),
  call: (input) => ({ action: quoteActions.send, input }),
});

export const decideQuote = actionTool({
  ...quotes,
  name: 'decideQuote',
  description: 'Records that the customer accepted or declined a quote.',
  input: Type.Object(
    {
      id: recordId,
      decision: Type.Enum(['accept', 'decline']),
      name: Type.Optional(Type.String({ maxLength: 200, description: 'Who decided, at the customer.' })),
      comment: Type.Optional(Type.String({ maxLength: 2000 })),
    },
    closed,
  ),
  call: ({ decision, ...input }) => ({ action: quoteActions[decision as 'accept' | 'decline'], input }),
});

export const reviseQuote = actionTool({
  ...quotes,
  name: 'reviseQuote',
  creates: quotes.model,
  description: 'Makes the next version of a sent quote, as a draft. The older one can no longer be accepted.',
  input: Type.Object({ id: recordId }, closed),
  call: (input) => ({ action: quoteActions.revise, input }),
});

export const orderQuote = actionTool({
  ...quotes,
  name: 'orderQuote',
  creates: orders.model,
  description: 'Makes the order of an accepted quote, with its lines.',
  input: Type.Object({ id: recordId }, closed),
  call: (input) => ({ action: quoteActions.order, input }),
});

export const moveOrder = actionTool({
  ...orders,
  name: 'moveOrder',
  description:
    'Confirms, ships, delivers, cancels or returns an order. Shipping takes its products from stock, and returning puts them back.',
  input: Type.Object(
    {
      id: recordId,
      step: Type.Enum(['confirm', 'ship', 'deliver', 'cancel', 'return']),
      carrier: Type.Optional(Type.String({ maxLength: 100, description: 'Only to ship.' })),
      trackingNumber: Type.Optional(Type.String({ maxLength: 255, description: 'Only to ship.' })),
      cancellationReason: Type.Optional(Type.String({ maxLength: 255, description: 'Only to cancel.' })),
    },
    closed,
  ),
  call: ({ step, ...input }) => ({ action: orderActions[step as keyof typeof orderActions], input }),
});

export const invoiceOrder = actionTool({
  ...orders,
  name: 'invoiceOrder',
  creates: 'finance.financeInvoices',
  description: 'Makes the draft of the invoice of an order, with its lines. Issuing it is left to a person.',
  input: Type.Object({ id: recordId }, closed),
  call: (input) => ({ action: orderActions.invoice, input }),
});

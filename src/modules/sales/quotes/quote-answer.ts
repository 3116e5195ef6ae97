import { Type } from 'typebox';

/** The input of the actions of one quote. */
export const quoteId = { id: Type.String({ format: 'uuid' }) };

export const quoteRecord = Type.Object(
  { _id: Type.String({ format: 'uuid' }), status: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: true, description: 'The record of sales/quotes.' },
);

const maxComment = 5000;

/** The customer's name and comment, which staff enters for a customer who decides by phone or on paper. */
export const decisionInput = Type.Object(
  {
    ...quoteId,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The name of the customer.' })),
    comment: Type.Optional(Type.String({ maxLength: maxComment })),
  },
  { additionalProperties: false },
);

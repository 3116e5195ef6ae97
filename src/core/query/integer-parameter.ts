import { Type } from 'typebox';

/** A whole number in the query of an action: the document says so, and `run` gets it as a number. */
export const wholeParameter = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));

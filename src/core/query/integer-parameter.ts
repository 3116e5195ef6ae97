import { Type } from 'typebox';

/** An integer in the query of an action. `run` receives it as a number. */
export const integerParameter = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));

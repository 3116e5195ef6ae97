import type { CurrencyFrom, Field, Model } from './model.ts';

const hasCurrency = ({ fields }: Pick<Model, 'fields'>): boolean => fields.some(({ key }) => key === 'currency');

type ModelOf = (place: { readonly moduleKey: string; readonly slug: string }) => Model | undefined;

/** Where the amounts of a model have their currency; undefined when it is that of the company. */
function currencyFrom(model: Model, modelOf: ModelOf): CurrencyFrom | undefined {
  if (hasCurrency(model)) return { field: 'currency' };
  const { parent } = model;
  const above = parent && modelOf(parent);
  return above && hasCurrency(above) ? { field: 'currency', parent } : undefined;
}

/** The model, whose amounts say where their currency is. */
export function withCurrencies(model: Model, modelOf: ModelOf): Model {
  if (!model.fields.some(({ money }) => money)) return model;
  const from = currencyFrom(model, modelOf);
  if (!from) return model;
  return {
    ...model,
    fields: model.fields.map((field): Field => (field.money ? { ...field, currencyFrom: from } : field)),
  };
}

/** The path of the currency in filters and groups: `currency`, or `quoteId.currency`. */
export const currencyPath = ({ currencyFrom: from }: Field): string | undefined =>
  from?.parent ? `${from.parent.field}.${from.field}` : from?.field;

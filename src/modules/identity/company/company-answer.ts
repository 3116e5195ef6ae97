import { Type } from 'typebox';

export const companyPath = '/api/identity/company';

const orNull = (type: Record<string, unknown>) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...type });

export const localizationFields = {
  currency: Type.String({ description: 'The base currency, of ISO 4217. Amounts without a currency are in it.' }),
  language: Type.String({ description: 'Of public pages, and of the console for people who chose none.' }),
  timeZone: Type.String({ description: 'Days, weeks and months of dashboards and lists begin in it.' }),
  firstDayOfWeek: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'From 1 (Monday) to 7 (Sunday). Null: as where the language is spoken.',
  }),
};

const brandFields = {
  name: orNull({ description: 'Who sends the mails: {{ company.name }} in templates.' }),
  address: orNull({ description: 'The postal address, {{ company.address }}.' }),
  website: orNull({}),
  logoFileId: orNull({ format: 'uuid', description: 'A record of data/storedFiles, which becomes public.' }),
  primaryColor: Type.String(),
  backgroundColor: Type.String(),
};

export const companyAnswer = Type.Object({
  ...brandFields,
  logoUrl: orNull({ description: 'Public, and the same for every logo.' }),
  onPrimaryColor: Type.String({ description: 'Black or white, whichever is readable on the primary colour.' }),
  ...localizationFields,
});

const optional = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));

/** The inputs for a change. Null resets a value to its default. The rule of the setting validates the values. */
export const localizationChanges = {
  currency: optional,
  language: optional,
  timeZone: optional,
  firstDayOfWeek: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
};

export const companyChanges = Type.Object(
  {
    name: optional,
    address: optional,
    website: optional,
    logoFileId: optional,
    primaryColor: optional,
    backgroundColor: optional,
    ...localizationChanges,
  },
  { additionalProperties: false },
);

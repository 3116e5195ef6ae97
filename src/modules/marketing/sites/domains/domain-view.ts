import { Type } from 'typebox';

export const domainInput = Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false });

export const domainView = Type.Object({
  domain: Type.String(),
  verified: Type.Boolean({ description: 'The website is served at this domain.' }),
  records: Type.Array(
    Type.Object({
      type: Type.Union([Type.Literal('TXT'), Type.Literal('CNAME')]),
      name: Type.String(),
      value: Type.String({ description: 'What to set.' }),
      purpose: Type.String(),
      found: Type.Array(Type.String(), { description: 'What DNS has now.' }),
      ok: Type.Boolean(),
      error: Type.Optional(Type.String({ description: 'Why the lookup failed.' })),
    }),
  ),
});

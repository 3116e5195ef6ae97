import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { optionalAccountKey } from '../../sign-in/schemas.ts';
import { tenantOfRequest } from '../../tenant-context/tenant-of-request.ts';

const labels: Readonly<Record<string, string>> = { twitter: 'X' };
const labelOf = (name: string): string => labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const signInOptions = defineAction({
  name: 'identity.signInOptions',
  summary: 'Says how people can sign in: with which providers, and whether they may register',
  routes: [{ method: 'GET', path: '/api/identity/auth/options' }],
  access: 'public',
  input: Type.Object({ accountKey: optionalAccountKey }, { additionalProperties: false }),
  output: Type.Object({
    providers: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
    registrationOpen: Type.Boolean({ description: 'False also when there is no such account.' }),
  }),
  async run(context, { accountKey }) {
    const { oauth } = context.services.settings;
    const names = Object.entries(oauth).flatMap(([name, settings]) => (settings ? [name] : []));
    const tenant = await tenantOfRequest(context, accountKey);
    const registrationOpen = tenant?.status !== 'suspended' && tenant?.settings.registrationOpen === true;
    return { body: { providers: names.map((name) => ({ name, label: labelOf(name) })), registrationOpen } };
  },
});

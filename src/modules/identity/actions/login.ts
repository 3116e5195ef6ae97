import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { findCredentials } from '../sql/find-credentials.ts';

export const login = defineAction({
  name: 'identity.login',
  summary: 'Signs in with email and password',
  routes: [{ method: 'POST', path: '/api/identity/auth/login' }],
  access: 'public',
  input: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1000 }),
      accountKey: Type.Optional(
        Type.String({ maxLength: 100, description: 'The tenant, when neither the host nor the default names it.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: Type.String(),
    user: Type.Object({ id: Type.String({ format: 'uuid' }), email: Type.String(), roles: Type.Array(Type.String()) }),
  }),
  async run(context, { email, password, accountKey }) {
    const { directory, db, passwords, tokens } = context.services;
    const tenant = await directory.tenantByKey(accountKey ?? subdomain(context) ?? context.services.defaultAccountKey);
    const user = tenant && (await findCredentials(db, tenant.id, email));
    const matches = await passwords.matches(password, user?.active ? user.password : null);
    if (!tenant || !user || !matches) {
      // One answer for every reason, so that nobody learns which addresses or tenants exist.
      throw new AppError('unauthenticated', 'The email, the password or the account is not right.');
    }
    const token = tokens.issue({ userId: user.id, tenantId: tenant.id });
    return { body: { token, user: { id: user.id, email: user.email, roles: user.roles } }, sessionToken: token };
  },
});

/** `acme` of acme.example.com, when the platform's own address is example.com. */
function subdomain({ host, services: { publicHost } }: ActionContext): string | undefined {
  const named = host?.toLowerCase();
  if (!named || !publicHost || !named.endsWith(`.${publicHost}`)) return undefined;
  return named.slice(0, -publicHost.length - 1);
}

import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction, type Services } from '#core/context.ts';
import { dropToken } from '../connections/access-tokens.ts';
import { connectionPath, connectionsRoute } from '../connections/connection-input.ts';
import { loadProviderClient } from '../connections/consent.ts';
import { requireConnection } from '../connections/find-connection.ts';
import { removeConnection } from '../connections/save-connection.ts';
import { isProviderName } from '../connections/settings.ts';
import { readSecrets, type StoredSecrets } from '../connections/sql/read-secrets.ts';

export const disconnectMailbox = defineAction({
  name: 'communications.disconnectMailbox',
  summary: 'Disconnects a mailbox and revokes its access at the provider. Its mails stay',
  routes: [{ method: 'DELETE', path: `${connectionsRoute}/:id` }],
  access: 'communications:write',
  waitsForOthers: true,
  status: 204,
  input: Type.Object(connectionPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(given, { id: givenId }) {
    const context = outsideTransaction(given);
    const { services, caller } = context;
    const id = String((await requireConnection(context, givenId, 'remove'))._id);
    const secrets = await readSecrets(services.db, caller.tenantId, id);
    await removeConnection(context, id);
    dropToken(services, id);
    if (secrets) await revoke(services, secrets);
    return { body: null };
  },
});

/**
 * Revokes the consent at the provider. A failure does not stop the disconnect: the provider then keeps a consent that
 * nobody can use.
 */
async function revoke({ settings, vault, log }: Services, { provider: name, refreshToken }: StoredSecrets) {
  const provider = isProviderName(name) ? settings.mailboxes.providers[name] : undefined;
  if (!provider || refreshToken === null) return;
  const { revokeToken, reasonOf } = await loadProviderClient();
  try {
    await revokeToken(provider, vault.decrypt(refreshToken));
  } catch (error) {
    log.warn({ provider: name, reason: reasonOf(error) }, 'the access to a mailbox could not be revoked');
  }
}

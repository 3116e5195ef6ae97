import type { TransactionContext } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { insertIdentity } from '../sql/user-identities.ts';
import type { ProviderProfile } from './profile.ts';
import type { ProviderName } from './settings.ts';

export async function linkIdentity(
  context: TransactionContext,
  provider: ProviderName,
  { issuer, subject, email }: ProviderProfile,
  userId: string,
): Promise<void> {
  await insertIdentity(context, { id: newId(), userId, provider, issuer, subject, email });
  await appendSecurityEvent(context, 'security.identityLinked', { userId, email, provider, issuer });
}

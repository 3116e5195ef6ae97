import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { hasSiteDomain } from '../../marketing/contract.ts';

/**
 * Checks what a published form needs outside itself: its captcha must be configured, and its redirect must lead to a
 * known host.
 */
export async function checkServices(
  context: TransactionContext,
  form: RecordObject,
  previous: RecordObject | undefined,
): Promise<void> {
  const wasPublished = previous?.status === 'published';
  if (form.captcha === true && !(wasPublished && previous.captcha === true)) await requireCaptcha(context);
  if (typeof form.redirectUrl === 'string' && !(wasPublished && previous.redirectUrl === form.redirectUrl))
    await requireKnownHost(context, form.redirectUrl);
}

async function requireCaptcha(context: TransactionContext): Promise<void> {
  const setting = await readTenantSetting(context, 'forms.captcha');
  if (setting?.value && setting.secret !== undefined) return;
  throw invalid(
    'captcha',
    'not_configured',
    'needs the setting forms.captcha with a secretValue (POST /api/ui/settings)',
  );
}

/** Without this check, a form would be an open redirect. */
async function requireKnownHost(context: TransactionContext, redirectUrl: string): Promise<void> {
  const { hostname } = new URL(redirectUrl);
  if (hostname === new URL(context.services.publicUrl()).hostname) return;
  const allowed = (await readTenantSetting(context, 'forms.redirectHosts'))?.value;
  if (Array.isArray(allowed) && allowed.includes(hostname)) return;
  if (await hasSiteDomain(context.tx, context.caller.tenantId, hostname)) return;
  throw invalid(
    'redirectUrl',
    'forbidden_host',
    `may lead to this server, to domains of your websites and to hosts in the setting forms.redirectHosts, not to ${hostname}`,
  );
}

import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';

/** The platform itself, which alone writes connections. */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: systemCaller(context.caller.tenantId, context.caller.accountKey),
});

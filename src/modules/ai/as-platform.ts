import { Access } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';

/** The same call with all permissions, for logs and conversations, which only the platform writes. The caller stays their author. */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: { ...context.caller, access: Access.system },
});

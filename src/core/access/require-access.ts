import type { Action } from '../action.ts';
import { platformScopes } from '../platform-names.ts';
import type { Caller } from './caller.ts';

/** Throws an error that names the missing scope, unless the caller may run the action. Not for public actions. */
export function requireAccess({ access: scope, managesCredentials }: Action, { access, keyId }: Caller): void {
  if (scope.endsWith(':admin')) access.requireFullReach(scope);
  else if (scope !== 'signed-in') access.requireScope(scope);
  if (managesCredentials && keyId !== undefined) access.requireFullReach(platformScopes.accounts);
}

import type { Access } from '#core/access/access.ts';
import type { Services } from '#core/context.ts';

/**
 * True when a user may name mail servers in the private network: the operator allows it to everybody, or the user is an
 * administrator of the platform. Other members of the operator's account may not.
 */
export const mayNamePrivate = ({ settings }: Pick<Services, 'settings'>, access: Access | undefined): boolean =>
  settings.outgoing.allowPrivate || access?.reach('platform:admin') !== undefined;

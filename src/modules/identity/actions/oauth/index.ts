import type { Action } from '#core/action.ts';
import { beginOAuth } from './begin-oauth.ts';
import { finishOAuth } from './finish-oauth.ts';
import { forwardOAuth } from './forward-oauth.ts';
import { listIdentities } from './list-identities.ts';
import { unlinkIdentity } from './unlink-identity.ts';

export const oauthActions: readonly Action[] = [beginOAuth, finishOAuth, forwardOAuth, listIdentities, unlinkIdentity];

import { useRef } from 'react';
import { randomId } from '~/lib/random-id.ts';
import { type PostInput, type SocialConnection, socialApi } from '../social-api.ts';

/**
 * Sends a post to several accounts, one after the other. On a retry, accounts that accepted are skipped. The same
 * content has the same idempotency key, so a retry after a lost answer does not publish twice.
 */
export function useSend() {
  const accepted = useRef(new Set<string>());
  const last = useRef({ content: '', key: '' });
  return async (accounts: readonly SocialConnection[], input: PostInput, draft: boolean): Promise<void> => {
    const content = JSON.stringify([input, draft]);
    if (last.current.content !== content) last.current = { content, key: randomId() };
    for (const { _id } of accounts) {
      if (accepted.current.has(_id)) continue;
      await socialApi.publish(_id, input, draft, `${last.current.key}${_id}`);
      accepted.current.add(_id);
    }
  };
}

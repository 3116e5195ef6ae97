import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conversation, EmailMessage } from '../inbox-api.ts';
import { replyDraft } from './reply-draft.ts';

const conversation = { subject: 'Order', connectionId: 'box' } as Conversation;
const message = {
  direction: 'inbound',
  from: 'grace@example.org',
  to: ['me@example.com', 'ada@example.org'],
  cc: ['team@example.org', 'Grace@example.org'],
  subject: 'Re: Order',
} as unknown as EmailMessage;
const input = { conversation, message, own: ['ME@example.com'], forwarded: 'Forwarded message' };

test('a reply goes to the sender, one to all also to the others, and none to oneself', () => {
  const one = replyDraft({ ...input, mode: 'reply' });
  assert.deepEqual([one.to, one.cc, one.subject], [['grace@example.org'], [], 'Re: Order']);
  const all = replyDraft({ ...input, mode: 'replyAll' });
  assert.deepEqual([all.to, all.cc], [['grace@example.org'], ['ada@example.org', 'team@example.org']]);
});

test('a reply after an own mail goes to its recipients again', () => {
  const own = { ...message, direction: 'outbound', from: 'me@example.com', to: ['grace@example.org'], cc: [] } as const;
  assert.deepEqual(replyDraft({ ...input, message: own, mode: 'reply' }).to, ['grace@example.org']);
});

test('a forwarded mail has no recipient yet', () => {
  const { to, subject } = replyDraft({
    ...input,
    message: { ...message, at: '2026-01-01T10:00:00Z', attachments: [], text: 'a < b' },
    mode: 'forward',
  });
  assert.deepEqual([to, subject], [[], 'Fwd: Re: Order']);
});

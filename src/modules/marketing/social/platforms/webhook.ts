import { createHmac } from 'node:crypto';
import type { Platform } from './platform.ts';

/** Sends posts to a URL of the tenant. */
export const webhook: Platform = {
  name: 'webhook',
  label: 'Webhook',
  baseUrl: '',
  lanes: 8,
  limits: {
    text: { max: 10_000, counts: 'codePoints', required: true },
    link: 'field',
    media: {
      min: 0,
      max: 20,
      mixed: true,
      maxVideos: 20,
      kinds: {
        image: { maxBytes: 50_000_000, types: ['image/*'] },
        video: { maxBytes: 2_000_000_000, types: ['video/*'] },
      },
    },
  },
  async publish({ http, baseUrl, webhookSecret }, post) {
    const body = Buffer.from(
      JSON.stringify({
        id: post.id,
        content: post.text,
        linkUrl: post.linkUrl,
        media: post.media.map(({ name, type, size, altText, publicUrl }) => ({
          name,
          type,
          size,
          altText,
          url: publicUrl,
        })),
      }),
    );
    const { json } = await http.request({
      method: 'POST',
      url: baseUrl,
      body,
      type: 'application/json',
      size: body.length,
      headers: {
        'idempotency-key': post.id,
        ...(webhookSecret !== '' && {
          'x-platform-signature': `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`,
        }),
      },
    });
    return { externalId: textOf(json?.id), url: urlOf(json?.url) };
  },
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 500) : null;

/** Returns the web address in the receiver's answer, which the console shows as a link. */
const urlOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2000 && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? value
    : null;

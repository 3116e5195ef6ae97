import assert from 'node:assert/strict';
import type { Bomb } from './bomb.ts';

/** Templates that took seconds to parse or to render, and the error that refuses them. */
const templates: Readonly<Record<string, readonly [html: string, message: RegExp]>> = {
  'CSS blocks in blocks': [
    `<style>b{${'a{'.repeat(100_000)}</style><p>x</p>`,
    /html, line 1: There are more than 10000 CSS blocks/,
  ],
  'CSS blocks nested 21 deep': [
    `<style>${'a{'.repeat(21)}</style><p>x</p>`,
    /html, line 1: CSS blocks are nested more than 20 deep/,
  ],
  'CSS blocks in @media': [`<style>@media x{${'a{}'.repeat(60_000)}}</style><p>x</p>`, /more than 10000 CSS blocks/],
  'a long format of a date': [
    `{{ "now" | date: "${'%A'.repeat(50_000)}" }}`,
    /The format of the date is longer than 200 characters/,
  ],
};

const previewed = (name: string, html: string, message: RegExp): Bomb => ({
  name: `previewing a template: ${name}`,
  async prepare({ victim, send }) {
    const template = { name, subject: 'x', html: '<p>x</p>' };
    const { _id } = await victim.create('/api/communications/emailTemplates', template);
    return async () => {
      const { status, text } = await send('POST', `/api/communications/email-templates/${_id}/preview`, {
        draft: { html },
      });
      assert.equal(status, 422, text.slice(0, 500));
      assert.match(JSON.parse(text).error.message, message);
    };
  },
});

export const mailTemplateBombs: readonly Bomb[] = Object.entries(templates).map(([name, [html, message]]) =>
  previewed(name, html, message),
);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '#core/errors.ts';
import { appForFile } from '#test/harness.ts';
import { contextOf } from '#test/user-context.ts';
import { checkTexts, renderTexts } from '../../contract.ts';

const app = await appForFile();
const context = await contextOf(app, app.admin);

const refused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, 'validation_failed');
  assert.equal(error.details[0]?.field, 'config.title');
  assert.match(String(error.details[0]?.message), message);
  return true;
};

describe('texts with Liquid', () => {
  it('get values as they are, and know filters and tags', async () => {
    const value = ` <b>Ada & "Co"</b>\r\n\t{{ x }} {% if %} ü 👩‍🚀 \\ $& `;
    const scope = { record: { name: value, amount: 1200.5, tags: ['a', 'b'], none: null }, at: '2026-11-19T18:00:00Z' };
    const texts = [
      '{{ record.name }}',
      'A {{ record.amount }} of {{ record.tags | join: ", " | upcase }}{{ record.none }}',
      '{% for tag in record.tags %}[{{ tag }}]{% endfor %}{% if record.none %}no{% else %}yes{% endif %}',
      '{{ at | date: "%d.%m.%Y" }}',
      '',
      '  no Liquid <b>\n',
    ];
    assert.deepEqual(await renderTexts(context, texts, scope, 'config'), [
      value,
      'A 1200.5 of A, B',
      '[a][b]yes',
      '19.11.2026',
      '',
      '  no Liquid <b>\n',
    ]);
  });

  it('do not change each other', async () => {
    const texts = ['{% assign x = "changed" %}{{ x }}', '{{ x }}', '{%- increment n -%}', '{% increment n %}'];
    const results = await renderTexts(context, texts, { x: 'given' }, 'config');
    assert.deepEqual(results, ['changed', 'given', '0', '0']);
  });

  it('are refused with the field and the place of the error, also together with others', async () => {
    const broken = 'one\n{{ record.name | shout }}';
    for (const texts of [[broken], ['fine', '{{ a }}', broken], ['{% if a %}', '{% endif %}']])
      for (const call of [checkTexts(context, texts, 'config.title'), renderTexts(context, texts, {}, 'config.title')])
        await assert.rejects(call, refused(/There is no filter "shout"|is not closed/));
    await assert.rejects(checkTexts(context, [broken], 'config.title'), refused(/line 2, column 1/));
    await checkTexts(context, ['{{ a | upcase }}', '} }', '{{ a }}'], 'config.title');
  });

  it('have the limits of mails', async () => {
    const endless =
      '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}';
    const tooMuch = refused(/500 ms|too much memory|takes too long/);
    await assert.rejects(renderTexts(context, [endless], {}, 'config.title'), tooMuch);
    const doubling = `{% assign s = "0123456789" %}${'{% assign s = s | append: s %}'.repeat(40)}{{ s }}`;
    await assert.rejects(renderTexts(context, [doubling], {}, 'config.title'), tooMuch);
    await assert.rejects(
      checkTexts(context, [`{{ a }}${'x'.repeat(1_000_001)}`], 'config.title'),
      refused(/larger than/),
    );
  });

  it('without Liquid need no thread', async () => {
    const noThreads = { ...context, services: { ...context.services, of: () => assert.fail('a thread was asked') } };
    assert.deepEqual(await renderTexts(noThreads, ['Call Ada', '{ a } %}'], {}, 'config'), ['Call Ada', '{ a } %}']);
    await checkTexts(noThreads, ['Call Ada'], 'config');
  });
});

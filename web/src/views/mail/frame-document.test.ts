import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutStyleAttributes } from './frame-document.ts';

describe('styles of a mail', () => {
  it('are renamed where they are attributes, and nowhere else', () => {
    const html = `<p style="color:red" title="a style = b" class='style'>style=1</p><td STYLE width="1"><br style/>`;
    assert.equal(
      withoutStyleAttributes(html, 'n'),
      `<p data-mail-css="color:red" title="a style = b" class='style'>style=1</p><td data-mail-css width="1"><br data-mail-css/>`,
    );
  });

  it('get the nonce where they are elements', () => {
    const html = '<style media="screen">a>b{}</style><STYLE>c{}</STYLE>';
    assert.equal(
      withoutStyleAttributes(html, 'n'),
      '<style nonce="n" media="screen">a>b{}</style><style nonce="n">c{}</STYLE>',
    );
  });
});

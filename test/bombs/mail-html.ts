import assert from 'node:assert/strict';
import { privateConversation, receiveMail } from '../mailbox-tools.ts';
import type { Attack, Bomb } from './bomb.ts';

const ok = 200;
/** The longest HTML that the record of a mail can hold. */
const maxHtml = 900_000;
const filled = (piece: string, length = maxHtml): string => piece.repeat(Math.floor(length / piece.length));

/** HTML for which one step of displaying a mail had quadratic or nearly quadratic time. */
export const htmlBombs: Readonly<Record<string, string>> = {
  'open elements': `<p>hi</p>${'<b>'.repeat(100_000)}`,
  'open elements of many names': `<p>hi</p>${Array.from({ length: 60_000 }, (_, n) => `<${['b', 'i', 'u', 'div'][n % 4]}>`).join('')}`,
  'open elements that are closed': `<p>hi</p>${'<div>'.repeat(60_000)}x${'</div>'.repeat(60_000)}`,
  'closed elements that were never open': `<p>hi</p>${'<b>'.repeat(400)}${filled('</i>')}`,
  'many elements': `<p>hi</p>${filled('<i>x</i>')}`,
  'many links': `<p>hi</p>${filled('<a>')}`,
  'styles that never end': `<p>hi</p>${filled('<style ')}`,
  'styles that are opened only': `<p>hi</p>${filled('<style>')}<div class="gmail_quote">x</div>`,
  'comments that never end': `<p>hi</p>${filled('<!--')}`,
  'less-than signs': `<p>hi</p>${filled('<')}`,
  'tags without an end': `<p>hi</p>${filled('<div ')}`,
  'tags in heads': `<p>hi</p>${filled('<head>')}`,
  attributes: `<p>hi</p><p ${Array.from({ length: 60_000 }, (_, n) => `a${n}=1`).join(' ')}>x</p>`,
  'styles of one element': `<p style="${filled('color:red;')}">hi</p>`,
  'styles that do not close': `<p>hi</p>${filled('<p style="color:red;;{{{(((/*">x')}`,
  'a long address of an image': `<p>hi</p><img src="data:image/png;base64,${filled('A ')}x">`,
  'many images': `<p>hi</p>${filled('<img src="cid:logo">')}`,
  'character references': `<p>hi</p>${filled('&amp;')}${filled('&#', 1000)}`,
  ampersands: `<p>hi</p>${filled('&')}`,
  'quotation marks in attributes': `<p>hi</p><a href='https://x.example/${filled('"')}'>x</a>`,
  'tables in tables': `<p>hi</p>${'<table><tr><td>'.repeat(20_000)}`,
  'lists in lists': `<p>hi</p>${'<ul><li>'.repeat(50_000)}`,
  'quotes in quotes': `<p>hi</p>${'<blockquote type=cite>'.repeat(30_000)}`,
  'classes that nearly quote': `<p>hi</p>${filled('<div class="gmail_quot')}`,
  'white space': `<p>hi</p>${filled(' \n')}x`,
};

const textBombs: Readonly<Record<string, string>> = {
  'quoted lines and an answer': `Hi\n${'> quoted\n'.repeat(60_000)}answer`,
  'quoted lines, and others between': `Hi\n${'> q\n\n'.repeat(100_000)}answer`,
  'introductions that nearly match': `Hi\n${`On ${'x '.repeat(150)}\n`.repeat(2000)}`,
  'a long line': 'a '.repeat(450_000),
  'line breaks': '\n'.repeat(900_000),
  colons: `Hi\n${'From: x\n'.repeat(100_000)}`,
};

/** A mail that is stored without a rendering, like mails of an older version. */
async function storedMail({ test, victim }: Attack, mail: { html?: string; text?: string | null }): Promise<string> {
  const conversationId = await privateConversation(test, victim, { visibility: 'everyone' });
  await receiveMail(test, victim, conversationId, mail);
  return `/api/communications/conversations/${conversationId}/messages`;
}

const opened = (name: string, mail: { html?: string; text?: string | null }): Bomb => ({
  name: `opening a mail: ${name}`,
  async prepare(attack) {
    const path = await storedMail(attack, mail);
    return async () => {
      for (const remote of ['false', 'true']) {
        const { status, text } = await attack.send('GET', `${path}?remote=${remote}`);
        assert.equal(status, ok, text.slice(0, 500));
      }
    };
  },
});

export const mailHtmlBombs: readonly Bomb[] = [
  ...Object.entries(htmlBombs).map(([name, html]) => opened(name, { html, text: null })),
  ...Object.entries(textBombs).map(([name, text]) => opened(`text, ${name}`, { text })),
];

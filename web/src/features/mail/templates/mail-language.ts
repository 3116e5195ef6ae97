import { indentNodeProp, LanguageSupport, LRLanguage } from '@codemirror/language';
import { parser as css } from '@lezer/css';
import { configureNesting, parser as html } from '@lezer/html';

const styles = configureNesting(
  [{ tag: 'style', parser: css }],
  [{ name: 'style', parser: css.configure({ top: 'Styles' }) }],
);

/**
 * HTML and MJML with CSS. Mails have no scripts, and CodeMirror's own HTML language, which includes them, is twice as
 * large.
 */
const language = LRLanguage.define({
  name: 'html',
  parser: html.configure({
    wrap: styles,
    // MJML has its own elements, and templates may open an element in one branch and close it in another.
    dialect: 'noMatch',
    props: [
      indentNodeProp.add({
        Element: (context) => {
          const [before = '', , closes] = /^(\s*)(<\/)?/.exec(context.textAfter) ?? [];
          if (context.node.to <= context.pos + before.length) return context.continue();
          return context.lineIndent(context.node.from) + (closes === undefined ? context.unit : 0);
        },
        'OpenTag CloseTag SelfClosingTag': (context) => context.column(context.node.from) + context.unit,
      }),
    ],
  }),
  languageData: {
    commentTokens: { block: { open: '<!--', close: '-->' } },
    indentOnInput: /^\s*<\/\w+\W$/,
    wordChars: '-_',
  },
});

export const mailLanguage = (): LanguageSupport => new LanguageSupport(language);

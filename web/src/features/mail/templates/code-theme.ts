import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Replacements for the default colours of CodeMirror, which are made for light pages. */
const darkColors: Readonly<Record<string, string>> = {
  '#404740': '#a3abb8',
  '#708': '#c9a0ff',
  '#219': '#8fb4ff',
  '#164': '#7fd4a8',
  '#a11': '#f0a58f',
  '#e40': '#ffb27a',
  '#00f': '#8fb4ff',
  '#30a': '#b6a6ff',
  '#085': '#6fd3c0',
  '#167': '#7fd0e0',
  '#256': '#8ec5d0',
  '#00c': '#9db8ff',
  '#940': '#b5a27a',
  '#f00': '#ff8a80',
};

/** These default colours have too little contrast on the active line. */
const lightColors: Readonly<Record<string, string>> = { '#085': '#00663d', '#940': '#7a3300' };

const highlighting = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const dark = spec.color === undefined ? undefined : darkColors[spec.color];
    return dark === undefined
      ? spec
      : { ...spec, color: `light-dark(${lightColors[spec.color ?? ''] ?? spec.color}, ${dark})` };
  }),
);

/** Highlights `{{ … }}` and `{% … %}`. */
const liquid = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'cm-liquid' }),
});

const liquidMarks = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = liquid.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = liquid.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--atrium-surface)', color: 'inherit' },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-gutters': {
    backgroundColor: 'var(--atrium-sunken)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--atrium-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--atrium-hover)' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfddfb, #2b4272)',
  },
  '.cm-liquid, .cm-liquid *': { color: 'light-dark(#6d28d9, #d0a8ff)', fontWeight: '500' },
  '.cm-problem': { backgroundColor: 'light-dark(#fde8e6, #4a2320)' },
});

export const codeTheme = [frame, syntaxHighlighting(highlighting), liquidMarks];

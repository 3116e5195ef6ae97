import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { styleNonce } from '~/lib/nonce.ts';
import { codeTheme } from './code-theme.ts';
import { mailLanguage } from './mail-language.ts';
import classes from './templates.module.css';

export interface CodeEditorHandle {
  /** Replaces the selection by a text. */
  readonly insert: (text: string) => void;
  readonly goToLine: (line: number) => void;
}

type Language = 'html' | 'json' | 'text';

interface CodeEditorProps {
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
  readonly readOnly?: boolean;
  /** The number of a line with an error, counted from 1. */
  readonly problemLine?: number | undefined;
  readonly ref?: Ref<CodeEditorHandle>;
}

const languages: Readonly<Record<Language, () => Extension>> = {
  html: mailLanguage,
  json,
  text: () => [],
};

function problemMark(state: EditorState, line: number | undefined): Extension {
  if (line === undefined || line < 1 || line > state.doc.lines) return [];
  const mark = Decoration.line({ class: 'cm-problem' }).range(state.doc.line(line).from);
  return EditorView.decorations.of(Decoration.set(mark));
}

/** A code editor with syntax colours. Tab leaves it, so that keyboard users are not trapped. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, language, value, onChange, onFocus, readOnly = false, problemLine, ref } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const problem = useRef(new Compartment());
  // The editor is created once, so it reads the latest callbacks and text from here.
  const latest = useRef({ onChange, onFocus, value });
  latest.current = { onChange, onFocus, value };

  useEffect(() => {
    if (!box.current) return;
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          history(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          languages[language](),
          codeTheme,
          problem.current.of([]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
            if (update.focusChanged && update.view.hasFocus) latest.current.onFocus?.();
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, language, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    editor?.dispatch({ effects: problem.current.reconfigure(problemMark(editor.state, problemLine)) });
  }, [problemLine]);

  useImperativeHandle(ref, () => ({
    insert: (text) => {
      const editor = view.current;
      if (!editor) return;
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true });
      editor.focus();
    },
    goToLine: (line) => {
      const editor = view.current;
      if (!editor || line > editor.state.doc.lines) return;
      editor.dispatch({ selection: { anchor: editor.state.doc.line(line).from }, scrollIntoView: true });
      editor.focus();
    },
  }));

  return <div ref={box} className={classes.code} />;
}

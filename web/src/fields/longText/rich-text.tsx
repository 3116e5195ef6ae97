import '@mantine/tiptap/styles.css';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { type Editor, type JSONContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { isHtml } from '~/lib/plain-text.ts';
import { safeHtml } from '~/lib/rich-text.ts';
import { textToHtml } from '~/lib/text-to-html.ts';
import classes from './rich-text.module.css';

const plainNodes = new Set(['doc', 'paragraph', 'text', 'hardBreak']);

const isPlain = ({ type, marks, content }: JSONContent): boolean =>
  plainNodes.has(type ?? '') && (marks ?? []).length === 0 && (content ?? []).every(isPlain);

interface Format {
  /** Converts the stored text to HTML for the editor. */
  readonly read: (content: string) => string;
  readonly write: (editor: Editor) => string;
}

const formats = {
  /** A note without formatting is stored as plain text, so that search, exports and other programs see no markup. */
  note: {
    read: (content) => (isHtml(content) ? safeHtml(content) : textToHtml(content)),
    write: (editor) =>
      isPlain(editor.getJSON()) ? editor.getText({ blockSeparator: '\n\n' }).trim() : editor.getHTML(),
  },
  /** A mail is always HTML, and its links may contain variables of the mail. */
  mail: { read: (content) => content, write: (editor) => editor.getHTML() },
} satisfies Readonly<Record<string, Format>>;

interface RichTextProps {
  readonly kind: keyof typeof formats;
  readonly label: string;
  /** The initial content. Later changes are ignored unless the content becomes empty, as when a draft is discarded. */
  readonly content: string;
  readonly onChange: (content: string) => void;
  readonly autoFocus?: boolean | undefined;
  readonly isWrong?: boolean | undefined;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
  }),
];

/** Ctrl Enter saves the form around the editor; the editor would otherwise insert a line break. */
const savesBy = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** A rich text editor for a note or a mail. */
export default function RichText({ kind, label, content, onChange, autoFocus = false, isWrong }: RichTextProps) {
  const { t } = useTranslation('fields');
  const { read, write } = formats[kind];
  const editor = useEditor({
    extensions,
    content: read(content),
    autofocus: autoFocus && 'end',
    injectNonce: styleNonce,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handleDOMEvents: { keydown: (_view, event) => savesBy(event) },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : write(changed)),
  });
  useEffect(() => {
    if (content === '' && !editor.isEmpty) editor.commands.clearContent();
  }, [content, editor]);
  return (
    <RichTextEditor
      editor={editor}
      className={classes.editor}
      data-kind={kind}
      data-wrong={isWrong || undefined}
      labels={t('richText', { returnObjects: true }) as Partial<RichTextEditorLabels>}
    >
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

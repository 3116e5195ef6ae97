import '@mantine/tiptap/styles.css';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { type Editor, type JSONContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { isHtml } from '~/lib/plain-text.ts';
import { safeHtml, textToHtml } from '~/lib/rich-text.ts';
import classes from './rich-text.module.css';

interface RichTextProps {
  readonly label: string;
  /** Plain text or HTML; read once, when the editor opens. */
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

/** The key that saves belongs to the form around the editor, which would begin a new line with it. */
const savesBy = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey);

/** Edits the text of a note with its formatting. */
export default function RichText({ label, content, onChange, autoFocus = false, isWrong }: RichTextProps) {
  const { t } = useTranslation('fields');
  const editor = useEditor({
    extensions,
    content: isHtml(content) ? safeHtml(content) : textToHtml(content),
    autofocus: autoFocus && 'end',
    injectNonce: styleNonce,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handleDOMEvents: { keydown: (_view, event) => savesBy(event) },
    },
    onUpdate: ({ editor: changed }) => onChange(contentOf(changed)),
  });
  return (
    <RichTextEditor
      editor={editor}
      className={classes.editor}
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
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

/** Text without formatting is stored as plain text, so that search, exports and other programs find no markup in it. */
function contentOf(editor: Editor): string {
  if (editor.isEmpty) return '';
  return isPlain(editor.getJSON()) ? editor.getText({ blockSeparator: '\n\n' }).trim() : editor.getHTML();
}

const plainNodes = new Set(['doc', 'paragraph', 'text', 'hardBreak']);

const isPlain = ({ type, marks, content }: JSONContent): boolean =>
  plainNodes.has(type ?? '') && (marks ?? []).length === 0 && (content ?? []).every(isPlain);

import type { RecordData } from '~/api/records.ts';

export type TemplateFormat = 'html' | 'mjml' | 'text';

/** A record of communications/emailTemplates. */
export interface Template extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly subject: string | null;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly format: TemplateFormat | null;
  readonly sampleData: Readonly<Record<string, unknown>> | null;
  readonly variables: readonly string[] | null;
}

/** The fields that a copy includes. */
export const copiedFields = [
  'description',
  'subject',
  'previewText',
  'html',
  'text',
  'format',
  'category',
  'variables',
  'sampleData',
  'fromName',
  'fromEmail',
  'replyTo',
  'language',
  'folder',
  'tags',
] as const;

/** The fields that a person writes. */
export const writtenFields = ['name', 'status', ...copiedFields] as const;

const skeletons: Readonly<Record<TemplateFormat, { html?: string; text?: string }>> = {
  mjml: {
    html: `<mjml>
  <mj-body background-color="#f4f5f7">
    <mj-section background-color="#ffffff" padding="32px 0">
      <mj-column padding="0 32px">
        <mj-text font-size="24px" font-weight="700">Hello {{ contact.firstName | default: 'there' }}</mj-text>
        <mj-text font-size="16px" line-height="26px">Write your message here.</mj-text>
        <mj-button href="https://example.com" align="left">Read more</mj-button>
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column>
        <mj-text font-size="13px" color="#6b7280" align="center">
          <a href="{{ unsubscribeUrl }}">Unsubscribe</a> · <a href="{{ viewInBrowserUrl }}">View in browser</a>
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
  },
  html: {
    html: `<p>Hello {{ contact.firstName | default: 'there' }},</p>

<p>Write your message here.</p>

<p>{{ user.name }}</p>

<p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>
`,
  },
  text: { text: "Hello {{ contact.firstName | default: 'there' }},\n\nWrite your message here.\n\n{{ user.name }}\n" },
};

/** The fields of a new empty template. */
export const newTemplate = (name: string, format: TemplateFormat): Record<string, unknown> => ({
  name,
  subject: name,
  format,
  status: 'draft',
  sampleData: { contact: { firstName: 'Ada', lastName: 'Lovelace' } },
  ...skeletons[format],
});

/** The fields that the comparison of versions shows. */
export const comparedFields = [
  'name',
  'subject',
  'previewText',
  'html',
  'text',
  'format',
  'status',
  'category',
  'fromName',
  'fromEmail',
  'replyTo',
  'sampleData',
];

import { type Charset, type Encoding, type FileContent, filePart, multipart, type Part, textPart } from './mime.ts';
import type { Random } from './random.ts';
import { closings, escapeHtml, greetings, type Language, paragraph, wrapped } from './text.ts';

export interface Author {
  readonly name: string;
  readonly address: string;
  readonly domain: string;
  readonly language: Language;
  readonly charset: Charset;
  readonly encoding: Encoding;
  /** True for mails from Outlook, whose markup is twice as long as that of a web mailer. */
  readonly outlook: boolean;
  /** The company's image in the signature, with the same bytes in all mails of an author. */
  readonly logo: Buffer | undefined;
}

/** A mail of a thread, without the quoted text. */
export interface Written {
  readonly author: Author;
  readonly date: Date;
  readonly paragraphs: readonly string[];
}

export function write(random: Random, author: Author, date: Date): Written {
  const { language } = author;
  const count = random.between(1, 4);
  const paragraphs = [
    `${random.pick(greetings[language])} ${random.pick(['Anna', 'Max', 'team', 'Jo', 'Li'])},`,
    ...Array.from({ length: count }, () => paragraph(random, language, random.between(10, 50))),
    `${random.pick(closings[language])}\n${author.name}`,
  ];
  return { author, date, paragraphs };
}

const signatureText = ({ name, domain, address }: Author): string =>
  `-- \n${name}\nHead of Purchasing\nExample Industries GmbH, Industriestraße 14, 70565 Stuttgart\nPhone +49 711 555 0100, mobile +49 171 555 0199\n${address} | https://www.${domain}/\nDirectors: A. Example, B. Example. Registered in Stuttgart, HRB 12345\n\nThis message may contain confidential information. If you are not the intended recipient, please delete it and tell the sender.`;

const introduction = ({ author, date }: Written): string =>
  `On ${date.toUTCString()}, ${author.name} <${author.address}> wrote:`;

const quoted = (text: string): string => text.replace(/^/gm, '>');

/** The text of a mail with all earlier mails, each quoted one level deeper than the next newer one. */
function asText([own, ...earlier]: readonly Written[]): string {
  if (own === undefined) return '';
  const text = wrapped([...own.paragraphs, signatureText(own.author)].join('\n\n'));
  const [before] = earlier;
  return before ? `${text}\n${introduction(before)}\n${quoted(asText(earlier))}` : text;
}

const outlookStyle = `<style><!--
/* Font Definitions */
${['Cambria Math', 'Calibri', 'Aptos', 'Segoe UI'].map((font) => `@font-face\n\t{font-family:"${font}";\n\tpanose-1:2 15 5 2 2 2 4 3 2 4;}`).join('\n')}
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal
\t{margin:0cm;\n\tfont-size:11.0pt;\n\tfont-family:"Calibri",sans-serif;\n\tmso-ligatures:standardcontextual;\n\tmso-fareast-language:EN-US;}
a:link, span.MsoHyperlink\n\t{mso-style-priority:99;\n\tcolor:#0563C1;\n\ttext-decoration:underline;}
span.E-MailFormatvorlage18\n\t{mso-style-type:personal-compose;\n\tfont-family:"Calibri",sans-serif;\n\tcolor:windowtext;}
.MsoChpDefault\n\t{mso-style-type:export-only;\n\tfont-size:10.0pt;\n\tmso-ligatures:none;}
@page WordSection1\n\t{size:612.0pt 792.0pt;\n\tmargin:70.85pt 70.85pt 2.0cm 70.85pt;}
div.WordSection1\n\t{page:WordSection1;}
--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]--><!--[if gte mso 9]><xml>\n<o:shapelayout v:ext="edit">\n<o:idmap v:ext="edit" data="1" />\n</o:shapelayout></xml><![endif]-->`;

const blockOf = (outlook: boolean, text: string): string =>
  outlook
    ? `<p class="MsoNormal"><span lang="DE" style="font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif;color:#1F497D;mso-fareast-language:EN-US">${text}<o:p></o:p></span></p>\n<p class="MsoNormal"><span lang="DE" style="mso-fareast-language:EN-US"><o:p>&nbsp;</o:p></span></p>\n`
    : `<div style="font-family:arial,sans-serif;font-size:small">${text}</div><div><br></div>`;

const htmlOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>\n');

function signatureHtml(author: Author, withLogo: boolean): string {
  const rows = signatureText(author)
    .split('\n')
    .map(
      (line) =>
        `<tr><td style="padding:0cm 5.4pt 0cm 5.4pt;font-size:9.0pt;font-family:&quot;Arial&quot;,sans-serif;color:#595959">${escapeHtml(line)}</td></tr>`,
    );
  const image = withLogo ? `<p><img width="180" height="52" src="cid:logo.${author.domain}" alt="Logo"></p>` : '';
  return `<table border="0" cellspacing="0" cellpadding="0" style="border-collapse:collapse">${rows.join('\n')}</table>${image}`;
}

function mailHtml([own, ...earlier]: readonly Written[], outlook: boolean): string {
  if (own === undefined) return '';
  const blocks = own.paragraphs.map((text) => blockOf(outlook, htmlOf(text))).join('');
  const html = `${blocks}${signatureHtml(own.author, own.author.logo !== undefined)}`;
  const [before] = earlier;
  if (!before) return html;
  const inner = mailHtml(earlier, outlook);
  return outlook
    ? `${html}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> ${escapeHtml(before.author.name)} &lt;${before.author.address}&gt;<br><b>Sent:</b> ${before.date.toUTCString()}<br><b>To:</b> real@example.com<o:p></o:p></p></div>${inner}`
    : `${html}<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(introduction(before))}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${inner}</blockquote></div>`;
}

function asHtml(thread: readonly Written[], { outlook, charset }: Author): string {
  const body = mailHtml(thread, outlook);
  return outlook
    ? `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=${charset}">\n<meta name="Generator" content="Microsoft Word 15 (filtered medium)">\n${outlookStyle}</head>\n<body lang="DE" link="#0563C1" vlink="#954F72" style="word-wrap:break-word">\n<div class="WordSection1">\n${body}</div>\n</body>\n</html>\n`
    : `<div dir="ltr">${body}</div>\n`;
}

/** Makes a mail with text, HTML, the images of the signatures, and the files. */
export function personMail(random: Random, thread: readonly Written[], files: readonly FileContent[]): Part {
  const author = (thread[0] as Written).author;
  const { charset, encoding } = author;
  const texts = multipart(random, 'alternative', [
    textPart('text/plain', asText(thread), charset, encoding),
    textPart('text/html', asHtml(thread, author), charset, encoding),
  ]);
  const logo = author.logo && {
    name: 'image001.png',
    type: 'image/png',
    bytes: author.logo,
    contentId: `logo.${author.domain}`,
  };
  const shown = logo ? multipart(random, 'related', [texts, filePart(logo)]) : texts;
  return files.length === 0 ? shown : multipart(random, 'mixed', [shown, ...files.map(filePart)]);
}

export function plainMail(random: Random, thread: readonly Written[], files: readonly FileContent[]): Part {
  const { charset } = (thread[0] as Written).author;
  const flowed = random.chance(0.3) ? 'text/plain; format=flowed' : 'text/plain';
  const text = textPart(flowed, asText(thread), charset, charset === 'utf-8' ? '8bit' : 'quoted-printable');
  return files.length === 0 ? text : multipart(random, 'mixed', [text, ...files.map(filePart)]);
}

const kinds = [
  { name: 'offer.pdf', type: 'application/pdf', start: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n') },
  { name: 'invoice.pdf', type: 'application/pdf', start: Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n') },
  { name: 'photo.jpg', type: 'image/jpeg', start: Buffer.from('ffd8ffe000104a46494600010100', 'hex') },
  { name: 'screenshot.png', type: 'image/png', start: pngStart() },
  { name: 'drawings.zip', type: 'application/zip', start: Buffer.from('504b03041400000008', 'hex') },
];

function pngStart(): Buffer {
  return Buffer.from('89504e470d0a1a0a0000000d49484452000000b4000000340802000000', 'hex');
}

export const logoOf = (random: Random): Buffer =>
  Buffer.concat([pngStart(), random.bytes(random.between(4000, 16_000))]);

export const someFile = (random: Random): FileContent => {
  const { name, type, start } = random.pick(kinds);
  return { name, type, bytes: Buffer.concat([start, random.bytes(random.between(20_000, 400_000))]) };
};

import { filePart, multipart, type Part, textPart } from './mime.ts';
import type { Random } from './random.ts';
import { escapeHtml, paragraph, phrase, wrapped } from './text.ts';

const link = (random: Random, domain: string): string =>
  `https://click.${domain}/f/a/${random.token(22)}~~/${random.token(140).replaceAll('+', '-')}?utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=${random.hex(8)}`;

const head = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1.0" />
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<style type="text/css">
#outlook a { padding: 0; } body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
table, td { border-collapse: collapse; mso-table-lspace: 0pt; mso-table-rspace: 0pt; } img { border: 0; height: auto; line-height: 100%; outline: none; }
${Array.from({ length: 12 }, (_, n) => `@media only screen and (max-width: ${480 + n * 10}px) { .column-${n} { width: 100% !important; max-width: 100% !important; display: block !important; } }`).join('\n')}
</style>
</head>
<body style="margin:0;padding:0;background-color:#f4f4f7">
`;

/** A section of a newsletter: nested tables with inline styles, an image, a text and a button. */
function section(random: Random, domain: string, text: string): string {
  const url = link(random, domain);
  return `<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" style="width:600px;" width="600"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;">
  <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;">
    <tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">
      <table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
        <tbody><tr><td align="center" style="font-size:0px;padding:10px 25px;word-break:break-word;">
          <a href="${url}" target="_blank"><img alt="" height="auto" src="https://images.${domain}/${random.hex(40)}.png" style="border:0;display:block;outline:none;text-decoration:none;height:auto;width:100%;font-size:13px;" width="550" /></a>
        </td></tr><tr><td align="left" style="font-size:0px;padding:10px 25px;word-break:break-word;">
          <div style="font-family:Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#333333;">${escapeHtml(text)}</div>
        </td></tr><tr><td align="center" vertical-align="middle" style="font-size:0px;padding:10px 25px;word-break:break-word;">
          <a href="${url}" style="display:inline-block;background:#1155cc;color:#ffffff;font-family:Helvetica, Arial, sans-serif;font-size:14px;font-weight:bold;line-height:120%;margin:0;text-decoration:none;text-transform:none;padding:10px 25px;mso-padding-alt:0px;border-radius:4px;" target="_blank">${escapeHtml(phrase(random, 'en', 3))}</a>
        </td></tr></tbody>
      </table>
    </td></tr></tbody>
  </table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
`;
}

/** HTML of about `bytes`, with its plain text. */
function designed(random: Random, domain: string, bytes: number): Part {
  let html = head;
  const texts: string[] = [];
  while (html.length < bytes - 500) {
    const text = paragraph(random, 'en', random.between(20, 60));
    texts.push(wrapped(text), `https://click.${domain}/f/a/${random.token(40)}`);
    html += section(random, domain, text);
  }
  html += `<p style="font-size:11px;color:#888888">You get this because you have an account. <a href="${link(random, domain)}">Unsubscribe</a><img src="https://open.${domain}/${random.hex(60)}.gif" width="1" height="1" alt="" /></p></body>\n</html>\n`;
  const encoding = random.chance(0.7) ? 'quoted-printable' : 'base64';
  return multipart(random, 'alternative', [
    textPart('text/plain', texts.join('\n\n'), 'utf-8', encoding),
    textPart('text/html', html, 'utf-8', encoding),
  ]);
}

const listHeaders = (random: Random, domain: string): string[] => [
  `List-ID: <${random.hex(10)}.${domain}>`,
  `List-Unsubscribe: <mailto:unsubscribe-${random.hex(30)}@${domain}>,\r\n <https://click.${domain}/unsubscribe/${random.hex(60)}>`,
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  `List-Help: <https://www.${domain}/help>`,
];

export function newsletter(random: Random, domain: string): Part {
  const { headers, body } = designed(random, domain, random.between(30_000, 90_000));
  const sent = [`Feedback-ID: ${random.between(1000, 9999)}:campaign:${domain}`, 'Precedence: bulk'];
  return { headers: [...listHeaders(random, domain), ...sent, ...headers], body };
}

/** Makes a notification of a program. Half of them also have the headers of a mailing list. */
export function notification(random: Random, domain: string): Part {
  const { headers, body } = designed(random, domain, random.between(8_000, 30_000));
  const list = random.chance(0.5) ? listHeaders(random, domain) : [];
  return { headers: [...list, 'Auto-Submitted: auto-generated', ...headers], body };
}

/** Makes an invitation like calendar programs: the event is both an alternative of the text and a file. */
export function invitation(random: Random, organizer: string, date: Date): Part {
  const time = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const description = paragraph(random, 'en', 60);
  const event = [
    'BEGIN:VCALENDAR\r\nPRODID:-//Example//Calendar 1.0//EN\r\nVERSION:2.0\r\nCALSCALE:GREGORIAN\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT',
    `DTSTART:${time}\r\nDTEND:${time}\r\nDTSTAMP:${time}\r\nORGANIZER;CN=${organizer}:mailto:${organizer}\r\nUID:${random.hex(32)}`,
    ...Array.from(
      { length: random.between(2, 9) },
      (_, n) =>
        `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:guest${n}@example.com`,
    ),
    `DESCRIPTION:${description}\r\nLOCATION:Room 3\r\nSEQUENCE:0\r\nSTATUS:CONFIRMED\r\nSUMMARY:${phrase(random, 'en', 4)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  ].join('\r\n');
  const html = `${head}${section(random, 'calendar.example', description)}</body></html>`;
  const texts = multipart(random, 'alternative', [
    textPart('text/plain', wrapped(description), 'utf-8', 'quoted-printable'),
    textPart('text/html', html, 'utf-8', 'quoted-printable'),
    textPart('text/calendar; method=REQUEST', event.replaceAll('\r\n', '\n'), 'utf-8', '8bit'),
  ]);
  const file = { name: 'invite.ics', type: 'application/ics', bytes: Buffer.from(event) };
  return multipart(random, 'mixed', [texts, filePart(file)]);
}

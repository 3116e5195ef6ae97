/** The mail that a sample is about. Samples are messages as real servers write them. */

interface About {
  /** The Message-ID of the mail, without brackets. */
  readonly messageId: string;
  /** The recipient of the mail. */
  readonly to: string;
  /** The return address; the bounce is sent to it. */
  readonly returnTo: string;
}

export interface Sample {
  readonly name: string;
  message(about: About): string;
  /** The expected parts of each report: kind, type of bounce, recipient, and a part of the diagnostic. */
  readonly expected: readonly (readonly [kind: string, type?: string | undefined, to?: boolean, diagnostic?: RegExp])[];
}

const lines = (...all: string[]): string => all.flatMap((line) => line.split('\n')).join('\r\n');

const original = ({ messageId, to, returnTo }: About) =>
  `Return-Path: <${returnTo}>
From: Ada <ada@sender.example>
To: ${to}
Subject: Our news
Message-ID: <${messageId}>
MIME-Version: 1.0

Hello`;

const postfix = (about: About, action: string, status: string, diagnostic: string, copy: string, subject: string) =>
  lines(`Return-Path: <>
Delivered-To: ${about.returnTo}
Received: by mail.sender.example (Postfix) id 5E4D31C2; Mon, 2 Nov 2026 10:00:00 +0000 (UTC)
Date: Mon, 2 Nov 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@mail.sender.example (Mail Delivery System)
Subject: ${subject}
To: ${about.returnTo}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="8C2F01C2.1667383200/mail.sender.example"
Content-Transfer-Encoding: 8bit

This is a MIME-encapsulated message.

--8C2F01C2.1667383200/mail.sender.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

This is the mail system at host mail.sender.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--8C2F01C2.1667383200/mail.sender.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.sender.example
X-Postfix-Queue-ID: 8C2F01C2
X-Postfix-Sender: rfc822; ${about.returnTo}
Arrival-Date: Mon,  2 Nov 2026 09:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${about.to}
Original-Recipient: rfc822;${about.to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.receiver.example
Diagnostic-Code: ${diagnostic}

--8C2F01C2.1667383200/mail.sender.example
Content-Description: Undelivered Message
${copy}
--8C2F01C2.1667383200/mail.sender.example--`);

const wholeMail = (about: About) => `Content-Type: message/rfc822

${original(about)}
`;
const onlyHeaders = (about: About) => `Content-Type: text/rfc822-headers

${original(about).split('\n\n')[0]}
`;

const exchange = ({ to, returnTo, messageId }: About, status: string, diagnostic: string) =>
  lines(`From: <postmaster@receiver.example>
To: <${returnTo}>
Date: Mon, 2 Nov 2026 10:00:03 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="2d8a6d7b-d9a2-4a54-9d35-5e1cdd7ae4b2"
Content-Language: en-US
Message-ID: <e4d2d1d1-55a1-4a3f-8a7e-b8d3d7a8a0c1@receiver.example>
In-Reply-To: <${messageId}>
References: <${messageId}>
Subject: Undeliverable: Our news
Auto-Submitted: auto-replied
MIME-Version: 1.0

--2d8a6d7b-d9a2-4a54-9d35-5e1cdd7ae4b2
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="a1b2c3"

--a1b2c3
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:

${to.replace('@', '=40')}
The email address you entered couldn't be found.

--a1b2c3--

--2d8a6d7b-d9a2-4a54-9d35-5e1cdd7ae4b2
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mail.sender.example
Arrival-Date: Mon, 2 Nov 2026 10:00:02 +0000

Final-Recipient: rfc822;${to}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;${diagnostic}

--2d8a6d7b-d9a2-4a54-9d35-5e1cdd7ae4b2
Content-Type: message/rfc822
Content-Transfer-Encoding: 7bit

${original({ to, returnTo, messageId })}
--2d8a6d7b-d9a2-4a54-9d35-5e1cdd7ae4b2--`);

const gmail = ({ to, returnTo, messageId }: About, action: string, status: string, diagnostic: string) =>
  lines(`Delivered-To: ${returnTo}
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${returnTo}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (${action === 'failed' ? 'Failure' : 'Delay'})
References: <${messageId}>
In-Reply-To: <${messageId}>
X-Failed-Recipients: ${to}
Message-ID: <6540f2a5.050a0220.1a2b3.GMR@mx.google.com>
Date: Mon, 02 Nov 2026 02:00:05 -0800 (PST)
Content-Type: multipart/report; boundary="0000000000001d2f2f0609"; report-type=delivery-status

--0000000000001d2f2f0609
Content-Type: multipart/related; boundary="0000000000001d33170609"

--0000000000001d33170609
Content-Type: multipart/alternative; boundary="0000000000001d331e0609"

--0000000000001d331e0609
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--0000000000001d331e0609--
--0000000000001d33170609--
--0000000000001d2f2f0609
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 02 Nov 2026 02:00:04 -0800 (PST)
X-Original-Message-ID: <${messageId}>

Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.receiver.example. (192.0.2.10, the server for the domain receiver.example.)
Diagnostic-Code: smtp; ${diagnostic}
Last-Attempt-Date: Mon, 02 Nov 2026 02:00:05 -0800 (PST)

--0000000000001d2f2f0609
Content-Type: message/rfc822

${original({ to, returnTo, messageId })}
--0000000000001d2f2f0609--`);

const arf = (about: About, type: string) =>
  lines(`From: <feedback@arf.mail.receiver.example>
To: <fbl@sender.example>
Subject: FW: Our news
Date: Mon, 2 Nov 2026 11:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="feedback_part_0"

--feedback_part_0
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP 192.0.2.1.

--feedback_part_0
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: ReceiverFBL/1.0
Version: 1
Original-Mail-From: <${about.returnTo}>
Original-Rcpt-To: <${about.to}>
Arrival-Date: Mon, 2 Nov 2026 10:00:00 +0000
Source-IP: 192.0.2.1
Reported-Domain: sender.example

--feedback_part_0
Content-Type: message/rfc822
Content-Disposition: inline

${original(about)}
--feedback_part_0--`);

export const samples: readonly Sample[] = [
  {
    name: 'Postfix, unknown user',
    message: (about) =>
      postfix(
        about,
        'failed',
        '5.1.1',
        'smtp; 550 5.1.1 <user>: Recipient address rejected:\n    User unknown in virtual mailbox table',
        wholeMail(about),
        'Undelivered Mail Returned to Sender',
      ),
    expected: [['bounced', 'hard', true, /^550 5\.1\.1 .*User unknown in virtual mailbox table$/]],
  },
  {
    name: 'Postfix, delayed',
    message: (about) =>
      postfix(
        about,
        'delayed',
        '4.4.1',
        'X-Postfix; connect to mx.receiver.example[192.0.2.10]:25: Connection timed out',
        onlyHeaders(about),
        'Delayed Mail (still being retried)',
      ),
    expected: [['deferred', 'soft', true, /Connection timed out/]],
  },
  {
    name: 'Postfix, gave up after days',
    message: (about) =>
      postfix(
        about,
        'failed',
        '4.4.1',
        'X-Postfix; connect to mx.receiver.example[192.0.2.10]:25: Connection refused',
        wholeMail(about),
        'Undelivered Mail Returned to Sender',
      ),
    expected: [['bounced', 'soft', true, /Connection refused/]],
  },
  {
    name: 'Postfix, delivered',
    message: (about) =>
      postfix(about, 'delivered', '2.1.5', 'smtp; 250 2.1.5 Ok', onlyHeaders(about), 'Successful Mail Delivery Report'),
    expected: [['delivered', undefined, true, /250/]],
  },
  {
    name: 'Exim with a delivery status',
    message: ({ to, returnTo, ...rest }) =>
      lines(`Return-path: <>
Envelope-to: ${returnTo}
Received: from Debian-exim by mail.sender.example with local (Exim 4.96) id 1qyUZZ-000Abc-1x
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.sender.example>
To: ${returnTo}
References: <${rest.messageId}>
Content-Type: multipart/report; report-type=delivery-status; boundary=1667383200-eximdsn-1804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1667383200-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1667383200-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; mail.sender.example

Action: failed
Final-Recipient: rfc822;${to}
Status: 5.0.0
Remote-MTA: dns; mx.receiver.example
Diagnostic-Code: smtp; 550 5.7.1 Mailbox disabled

--1667383200-eximdsn-1804289383
Content-type: message/rfc822

${original({ to, returnTo, ...rest })}
--1667383200-eximdsn-1804289383--`),
    expected: [['bounced', 'hard', true, /Mailbox disabled/]],
  },
  {
    name: 'Exim of older versions, as plain text',
    message: (about) =>
      lines(`Return-path: <>
X-Failed-Recipients: ${about.to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.sender.example>
To: bounces@sender.example
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${about.to}
    SMTP error from remote mail server after RCPT TO:<${about.to}>:
    host mx.receiver.example [192.0.2.10]: 550 5.1.1 No such user here

------ This is a copy of the message, including all the headers. ------

${original(about)}`),
    expected: [['bounced', 'hard', true, /550 5\.1\.1 No such user here/]],
  },
  {
    name: 'Exim, warning about a delay',
    message: (about) =>
      lines(`Return-path: <>
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.sender.example>
To: ${about.returnTo}
Subject: Warning: message 1qyUZZ-000Abc-1x delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mail.sender.example.

The address to which the message has not yet been delivered is:

  ${about.to}
    host mx.receiver.example [192.0.2.10]: 451 4.7.1 Greylisted

No action is required on your part.`),
    expected: [['deferred', 'soft', true, /451 4\.7\.1 Greylisted/]],
  },
  {
    name: 'Exchange Online, unknown recipient',
    message: (about) => exchange(about, '5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found'),
    expected: [['bounced', 'hard', true, /RecipientNotFound/]],
  },
  {
    name: 'Exchange Online, expired',
    message: (about) => exchange(about, '4.4.7', '550 4.4.7 QUEUE.Expired; message expired'),
    expected: [['bounced', 'soft', true, /QUEUE\.Expired/]],
  },
  {
    name: 'Gmail, address not found',
    message: (about) =>
      gmail(
        about,
        'failed',
        '5.1.1',
        '550-5.1.1 The email account that you tried to reach does not exist.\n 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser - gsmtp',
      ),
    expected: [['bounced', 'hard', true, /does not exist/]],
  },
  {
    name: 'Gmail, delay',
    message: (about) => gmail(about, 'delayed', '4.4.2', '421 4.4.2 The recipient server did not accept our requests'),
    expected: [['deferred', 'soft', true, /did not accept/]],
  },
  {
    name: 'qmail',
    message: (about) =>
      lines(`Return-Path: <>
Delivered-To: ${about.returnTo}
Received: (qmail 12345 invoked for bounce); 2 Nov 2026 10:00:00 -0000
Date: 2 Nov 2026 10:00:00 -0000
From: MAILER-DAEMON@mail.receiver.example
To: ${about.returnTo}
Subject: failure notice

Hi. This is the qmail-send program at mail.receiver.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${about.to}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${original(about)}`),
    expected: [['bounced', 'hard', true, /no mailbox here by that name/]],
  },
  {
    name: 'qmail, only found by the copy of the message',
    message: (about) =>
      lines(`From: MAILER-DAEMON@mail.receiver.example
To: bounces@sender.example
Subject: failure notice

Hi. This is the qmail-send program at mail.receiver.example.

<${about.to}>:
192.0.2.10 failed after I sent the message.
Remote host said: 452 4.2.2 Mailbox full

--- Below this line is a copy of the message.

${original(about)}`),
    expected: [['bounced', 'soft', true, /452 4\.2\.2 Mailbox full/]],
  },
  {
    name: 'Sendmail, base64 and two recipients',
    message: (about) =>
      lines(`Return-Path: <MAILER-DAEMON>
From: Mail Delivery Subsystem <MAILER-DAEMON@mail.sender.example>
To: <${about.returnTo}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="9A2.1667/mail"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

--9A2.1667/mail
Content-Type: text/plain

   ----- The following addresses had permanent fatal errors -----

--9A2.1667/mail
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(
  [
    'Reporting-MTA: dns; mail.sender.example',
    '',
    `Final-Recipient: RFC822; ${about.to}`,
    'Action: failed',
    'Status: 5.2.1',
    'Diagnostic-Code: SMTP; 550 5.2.1 Account disabled',
    '',
    'Original-Recipient: rfc822;other+2Btag@receiver.example',
    'Final-Recipient: RFC822; forwarded@elsewhere.example',
    'Action: delayed',
    'Status: 4.2.2',
    '',
  ].join('\r\n'),
).toString('base64')}

--9A2.1667/mail
Content-Type: text/rfc822-headers

${original(about).split('\n\n')[0]}

--9A2.1667/mail--`),
    expected: [
      ['bounced', 'hard', true, /Account disabled/],
      ['deferred', 'soft', false, /4\.2\.2/],
    ],
  },
  {
    name: 'a complaint',
    message: (about) => arf(about, 'abuse'),
    expected: [['complained', undefined, true, /abuse/]],
  },
  { name: 'a complaint that is taken back', message: (about) => arf(about, 'not-spam'), expected: [] },
  {
    name: 'a receipt',
    message: ({ returnTo, messageId, to }) =>
      lines(`From: ${to}
To: ${returnTo}
In-Reply-To: <${messageId}>
Subject: Read: Our news
Content-Type: multipart/report; report-type=disposition-notification; boundary=r

--r
Content-Type: message/disposition-notification

Disposition: manual-action/MDN-sent-manually; displayed
--r--`),
    expected: [],
  },
  {
    name: 'an automatic answer',
    message: ({ returnTo, to, messageId }) =>
      lines(`From: ${to}
To: ${returnTo}
In-Reply-To: <${messageId}>
Auto-Submitted: auto-replied
Subject: Out of office

I am away.`),
    expected: [],
  },
  {
    name: 'an automatic answer of an old program',
    message: ({ returnTo, to, messageId }) =>
      lines(`From: ${to}
To: ${returnTo}
References: <${messageId}>
Precedence: auto_reply
Subject: Out of office

I am away.`),
    expected: [],
  },
  {
    name: 'a reply',
    message: ({ to, messageId }) =>
      lines(`From: ${to}
To: ada@sender.example
Subject: Re: Our news
References: <first@elsewhere.example>
 <${messageId}>
In-Reply-To: <${messageId}>

Thank you!`),
    expected: [['replied']],
  },
];

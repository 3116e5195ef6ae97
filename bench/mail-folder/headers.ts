import type { Random } from './random.ts';

const folded = (text: string): string => text.replace(/(.{70,76})(?= |;)/g, '$1\r\n\t').replaceAll('\t ', '\t');
const signature = (random: Random): string => (random.token(256).match(/.{1,72}/g) ?? []).join('\r\n         ');
const signedHeaders =
  'to:from:subject:message-id:date:mime-version:content-type:in-reply-to:references:reply-to:list-unsubscribe';

const dkim = (random: Random, domain: string, name = 'DKIM-Signature'): string =>
  `${name}: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n        d=${domain}; s=selector${random.between(1, 9)}; t=${random.between(1_760_000_000, 1_790_000_000)};\r\n        h=${signedHeaders};\r\n        bh=${random.token(43)}=;\r\n        b=${signature(random)}==`;

function received(random: Random, date: Date, from: string, by: string): string {
  const address = `${random.between(11, 223)}.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
  const text = `Received: from ${from} (${from} [${address}]) by ${by} with ESMTPS id ${random.hex(24)} for <real@example.com> (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);`;
  return `${folded(text)}\r\n\t${date.toUTCString().replace('GMT', '+0000')}`;
}

const results = (domain: string): string =>
  folded(
    `mx.example.com; dkim=pass header.i=@${domain} header.s=selector1 header.b=Qm5fTz1k; arc=pass (i=1 spf=pass spfdomain=${domain} dkim=pass dkdomain=${domain} dmarc=pass fromdomain=${domain}); spf=pass (example.com: domain of bounce@${domain} designates 203.0.113.7 as permitted sender) smtp.mailfrom=bounce@${domain}; dmarc=pass (p=QUARANTINE sp=NONE dis=NONE) header.from=${domain}`,
  );

const arc = (random: Random, domain: string): string[] => [
  `ARC-Seal: i=1; a=rsa-sha256; t=${random.between(1_760_000_000, 1_790_000_000)}; cv=none;\r\n        d=${domain}; s=arc-20240605;\r\n        b=${signature(random)}==`,
  dkim(random, domain, 'ARC-Message-Signature').replace('v=1; ', 'i=1; '),
  `ARC-Authentication-Results: i=1; ${results(domain)}`,
];

const microsoft = (random: Random): string[] => [
  'X-MS-Has-Attach: yes',
  'X-MS-TNEF-Correlator:',
  'x-ms-publictraffictype: Email',
  `x-ms-traffictypediagnostic: DB9PR0${random.between(1, 9)}MB${random.between(1000, 9999)}:EE_|AS8PR0${random.between(1, 9)}MB${random.between(1000, 9999)}:EE_`,
  `x-ms-office365-filtering-correlation-id: ${random.hex(8)}-${random.hex(4)}-${random.hex(4)}-${random.hex(4)}-${random.hex(12)}`,
  'x-ms-exchange-senderadcheck: 1',
  'x-ms-exchange-antispam-relay: 0',
  `x-microsoft-antispam: BCL:0;ARA:13230040|1800799024|366016|376014|38070700018|${random.between(1000, 9999)}`,
  `x-microsoft-antispam-message-info: ${(random.token(500).match(/.{1,70}/g) ?? []).join('\r\n ')}`,
  'x-forefront-antispam-report: CIP:255.255.255.255;CTRY:;LANG:en;SCL:1;SRV:;IPV:NLI;SFV:NSPM;\r\n H:DB9PR04MB8409.eurprd04.prod.outlook.com;PTR:;CAT:NONE;DIR:OUT;SFP:1101',
  `X-MS-Exchange-CrossTenant-Network-Message-Id: ${random.hex(32)}`,
  `X-MS-Exchange-CrossTenant-id: ${random.hex(32)}`,
  `X-MS-Exchange-Transport-CrossTenantHeadersStamped: AS8PR04MB${random.between(1000, 9999)}`,
  'X-OriginatorOrg: contoso.example',
];

const google = (random: Random): string[] => [
  dkim(random, '1e100.example', 'X-Google-DKIM-Signature'),
  `X-Gm-Message-State: ${(random.token(200).match(/.{1,70}/g) ?? []).join('\r\n\t')}`,
  `X-Gm-Gg: ${random.token(240)}`,
  `X-Google-Smtp-Source: ${random.token(80)}`,
  `X-Received: by 2002:a05:6402:${random.hex(4)}:b0:5e0:${random.hex(4)} with SMTP id ${random.hex(30)}.23.1763000000000;\r\n        Mon, 10 Nov 2026 02:11:40 -0800 (PST)`,
];

/** Makes the headers that servers add, of 3 to 6 KB: four hops, signatures, and those of a large provider. */
export const transportHeaders = (random: Random, domain: string, date: Date): string[] => [
  `Return-Path: <bounce+${random.hex(12)}@${domain}>`,
  'Delivered-To: real@example.com',
  received(random, date, `mail-${random.hex(6)}.${domain}`, 'mx.example.com'),
  ...arc(random, 'example.com'),
  received(random, date, `out-${random.hex(4)}.${domain}`, `mail-${random.hex(6)}.${domain}`),
  received(random, date, `app-${random.hex(4)}.${domain}`, `out-${random.hex(4)}.${domain}`),
  received(random, date, 'localhost', `app-${random.hex(4)}.${domain}`),
  dkim(random, domain),
  `Authentication-Results: ${results(domain)}`,
  ...(random.chance(0.55) ? microsoft(random) : google(random)),
];

const words = (key: string) => key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');

/** Words with their own spelling. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['ai', 'AI'],
  ['api', 'API'],
  ['css', 'CSS'],
  ['faq', 'FAQ'],
  ['html', 'HTML'],
  ['imap', 'IMAP'],
  ['kpi', 'KPI'],
  ['linkedin', 'LinkedIn'],
  ['mcp', 'MCP'],
  ['ppc', 'PPC'],
  ['sendgrid', 'SendGrid'],
  ['ses', 'Amazon SES'],
  ['sms', 'SMS'],
  ['smtp', 'SMTP'],
  ['tiktok', 'TikTok'],
  ['url', 'URL'],
  ['urls', 'URLs'],
  ['utm', 'UTM'],
  ['whatsapp', 'WhatsApp'],
  ['youtube', 'YouTube'],
]);

/** `billingCity` → "Billing city", `accountId` → "Account", `mediaUrls` → "Media URLs". */
export const labelOf = (key: string): string => {
  const text = words(key.replace(/(?<=.)Ids?$/, ''))
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => spellings.get(word) ?? word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const snakeCase = (key: string): string => words(key).replaceAll(' ', '_').toLowerCase();

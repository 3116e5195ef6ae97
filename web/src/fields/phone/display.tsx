import type { DisplayProps } from '../kind.ts';
import { LinkDisplay } from '../link.tsx';
import { asText } from '../values.ts';

/** The `tel:` address of a number: punctuation is removed, the extension is kept. */
function phoneHref(text: string): string | undefined {
  const [number = '', extension] = text.split(/(?:x|ext\.?|#)\s?/i);
  const digits = number.replaceAll(/[^\d+]/g, '');
  if (!/^\+?\d{3,}$/.test(digits)) return undefined;
  return `tel:${digits}${extension && /^\d+$/.test(extension) ? `;ext=${extension}` : ''}`;
}

export function PhoneDisplay(props: DisplayProps) {
  return <LinkDisplay {...props} href={phoneHref(asText(props.value))} />;
}

import type { DisplayProps } from '../kind.ts';
import { LinkDisplay } from '../link.tsx';
import { asText } from '../values.ts';

export function EmailDisplay(props: DisplayProps) {
  const address = asText(props.value);
  return <LinkDisplay {...props} href={/^[^\s?&]+@[^\s?&]+$/.test(address) ? `mailto:${address}` : undefined} />;
}

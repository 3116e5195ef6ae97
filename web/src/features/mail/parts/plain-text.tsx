import classes from '~/views/parts/parts.module.css';

/** A plain text with its line breaks. */
export function PlainText({ text }: { readonly text: string }) {
  return <pre className={classes.plain}>{text}</pre>;
}

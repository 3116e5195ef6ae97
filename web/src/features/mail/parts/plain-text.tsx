import classes from '~/views/parts/parts.module.css';

/** A text as it was written, with its lines. */
export function PlainText({ text }: { readonly text: string }) {
  return <pre className={classes.plain}>{text}</pre>;
}

import classes from './fields.module.css';

/** A small mark in a colour. The text beside it says the same. */
export const Dot = ({ color }: { readonly color: string }) => (
  <span className={classes.dot} style={{ backgroundColor: color }} aria-hidden />
);

import classes from './fields.module.css';

/** A small coloured dot. The text next to it has the same meaning. */
export const Dot = ({ color }: { readonly color: string }) => (
  <span className={classes.dot} style={{ backgroundColor: color }} aria-hidden />
);

import { useComputedColorScheme } from '@mantine/core';
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import classes from '../inbox.module.css';
import { isShownDark, messageDocument } from './message-document.ts';

interface MessageFrameProps {
  readonly html: string;
  readonly title: string;
  readonly remote: boolean;
}

const firstHeight = 60;
/** A mail can claim any height, so it is limited to the length that somebody might read. */
const maxHeight = 20_000;

/**
 * Shows the HTML of a message. The frame has the origin of the console only so that its height can be measured; without
 * `allow-scripts` nothing in it runs.
 */
export function MessageFrame({ html, title, remote }: MessageFrameProps) {
  const dark = useComputedColorScheme('light') === 'dark';
  const source = useMemo(() => messageDocument({ html, dark, remote }), [html, dark, remote]);
  const [height, setHeight] = useState(firstHeight);
  const observer = useRef<ResizeObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument;
    if (!page?.body) return;
    const measure = () => setHeight(Math.min(Math.max(page.documentElement.offsetHeight, 24) + 4, maxHeight));
    observer.current?.disconnect();
    // Images load later than the text.
    observer.current = new ResizeObserver(measure);
    observer.current.observe(page.body);
    measure();
  };
  return (
    <iframe
      className={classes.frame}
      data-dark={isShownDark(html, dark) || undefined}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={source}
      title={title}
      style={{ height }}
      referrerPolicy="no-referrer"
      onLoad={onLoad}
    />
  );
}

import { createSpotlight } from '@mantine/spotlight';

/** State of the palette: whether it is open, and which entry is highlighted. */
export const [paletteStore, palette] = createSpotlight();

import type { InputProps } from '../kind.ts';
import { TextInput } from '../text/input.tsx';

export const UrlInput = (props: InputProps) => <TextInput {...props} type="url" placeholder="https://" />;

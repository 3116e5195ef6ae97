import type { InputProps } from '../kind.ts';
import { TextInput } from '../text/input.tsx';

export const EmailInput = (props: InputProps) => <TextInput {...props} type="email" placeholder="name@example.com" />;

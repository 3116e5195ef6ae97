import type { InputProps } from '../kind.ts';
import { TextInput } from '../text/input.tsx';

export const PhoneInput = (props: InputProps) => <TextInput {...props} type="tel" placeholder="+49 30 1234567" />;

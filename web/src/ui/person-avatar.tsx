import { Avatar } from '@mantine/core';

interface PersonAvatarProps {
  readonly name: string;
  readonly size?: number | undefined;
}

/** An avatar with the initials of a person. */
export function PersonAvatar({ name, size = 24 }: PersonAvatarProps) {
  return (
    <Avatar size={size} radius="xl" name={name} color="accent" variant="light" aria-hidden>
      {initials(name)}
    </Avatar>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '');
  return `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}`.toUpperCase();
}

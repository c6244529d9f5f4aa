import Avatar from '@mui/material/Avatar'
import { type PictureSize, pictureSizes } from './sizes.ts'

interface Props {
  name: string
  avatarUrl?: string | null | undefined
  size?: PictureSize | undefined
}

const tones = ['primary', 'secondary', 'info', 'success', 'warning'] as const

function toneOf(name: string): (typeof tones)[number] {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? 'primary'
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person's picture or initials; decorative, the name stands beside it. */
export function PersonAvatar({ name, avatarUrl, size = 'entry' }: Props) {
  const tone = toneOf(name)
  const side = pictureSizes[size]
  return (
    <Avatar
      {...(avatarUrl ? { src: avatarUrl } : {})}
      alt=""
      aria-hidden
      sx={{
        width: side,
        height: side,
        flex: 'none',
        fontSize: side * 0.4,
        fontWeight: 600,
        backgroundColor: `${tone}.main`,
        color: `${tone}.contrastText`,
      }}
    >
      {initialsOf(name) || '?'}
    </Avatar>
  )
}

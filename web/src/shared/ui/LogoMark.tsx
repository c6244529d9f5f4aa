import { useId } from 'react'
import { type PictureSize, pictureSizes } from './sizes.ts'

/** The product's mark: a path that turns twice, and the point it leads to. */
export function LogoMark({ size = 'row', title }: { size?: PictureSize; title?: string }) {
  const gradient = useId()
  const side = pictureSizes[size]
  return (
    <svg
      width={side}
      height={side}
      viewBox="0 0 32 32"
      role="img"
      style={{ flex: 'none' }}
      aria-label={title ?? 'Waymark'}
      aria-hidden={title === undefined}
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#14857b" />
          <stop offset="1" stopColor="#0b5d57" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill={`url(#${gradient})`} />
      <path
        d="M7 9.5 11.5 23 16 13l4.5 10L25 9.5"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="8.2" r="2" fill="#fbbf24" />
    </svg>
  )
}

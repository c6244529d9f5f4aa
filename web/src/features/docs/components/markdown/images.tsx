import { styled } from '@mui/material/styles'
import { keepPreviousData } from '@tanstack/react-query'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { useRead } from '../../../../shared/data/read.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../docs-source.tsx'
import { useNear } from '../use-near.ts'
import { filePathOf } from './resolve.ts'
import { isExternal, safeHref } from './safety.ts'

interface Shown {
  alt: string
  title?: string | undefined
  width?: number | string | undefined
  height?: number | string | undefined
}

/** An image in a description: at an address of its own, or in the files of the branch. */
export function TextImage({ src, ...shown }: Shown & { src: string | undefined }) {
  const { uri } = useDocsSource()
  const address = safeHref(src)
  if (address && /^https?:/i.test(address)) {
    return (
      <img
        {...shown}
        src={address}
        alt={shown.alt}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    )
  }
  const path = src && address && !isExternal(address) ? filePathOf(src, uri) : undefined
  if (path === undefined) return <Missing {...shown} src={src} />
  return <FileImage key={path} path={path} {...shown} />
}

function FileImage({ path, ...shown }: Shown & { path: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const isNear = useNear(place)
  const query = useRead({
    ...useDocsSource().imageAt(path),
    enabled: isNear,
    // A branch that was analysed again under its reader shows what it had until it is read anew.
    placeholderData: keepPreviousData,
  })
  const url = useObjectUrl(query.data)
  const [isLoaded, setLoaded] = useState(false)
  const [broken, setBroken] = useState<string>()
  if (query.isError || query.data === null || (url && broken === url))
    return <Missing {...shown} src={path} />
  if (!url) return <Place ref={place} {...namedBy(shown.alt)} style={roomFor(shown)} />
  // Only ever as an image: what an SVG holds cannot run in one.
  return (
    <img
      {...shown}
      src={url}
      alt={shown.alt}
      decoding="async"
      style={isLoaded ? undefined : roomFor(shown)}
      onLoad={() => setLoaded(true)}
      onError={() => setBroken(url)}
    />
  )
}

/** An address for something in memory, for as long as the component shows it. */
function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  // Before the browser paints: what was read before is there at once.
  useLayoutEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return url
}

const Place = styled('span')({
  display: 'inline-block',
  borderRadius: 6,
  background: 'var(--docs-hover)',
  verticalAlign: 'bottom',
})

/** The room that is kept for an image: by the size that its text gives in CSS pixels, else some. */
function roomFor({ width, height }: Shown): CSSProperties {
  const [wide, high] = [Number(width), Number(height)]
  if (wide > 0 && high > 0) return { width: wide, maxWidth: '100%', aspectRatio: `${wide} / ${high}` }
  return { width: wide > 0 ? wide : 320, maxWidth: '100%', minHeight: high > 0 ? high : 120 }
}

/** An image without words is decoration, while it loads too. */
function namedBy(alt: string) {
  return alt ? { role: 'img', 'aria-label': alt, 'aria-busy': true } : { 'aria-hidden': true }
}

const Note = styled('span')({
  display: 'inline-block',
  padding: '10px 14px',
  border: '1px dashed var(--docs-border)',
  borderRadius: 6,
  color: 'var(--docs-muted)',
  fontSize: typeSizes.note,
})

/** In place of an image that cannot be shown: what it is about, or what its file is called. */
function Missing({ src, alt, title }: Shown & { src: string | undefined }) {
  return <Note title={title}>{alt || `Image ${src?.split('/').at(-1) ?? ''}`}</Note>
}

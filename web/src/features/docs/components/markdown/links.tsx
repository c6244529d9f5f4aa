import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../docs-source.tsx'
import { isExternal, safeHref, untrustedRel } from './safety.ts'

const contentFile = /\.(?:md|mdx|ya?ml|json)(?:\/|$)/i

/** A link in a description: to a heading, to another node of the project, or out of the site. */
export function TextLink({
  href,
  title,
  children,
}: {
  href?: string | undefined
  title?: string
  children?: ReactNode
}) {
  const source = useDocsSource()
  const target = safeHref(href)
  if (target === undefined) return <span>{children}</span>
  if (target.startsWith('#')) return <a href={target}>{children}</a>
  if (isExternal(target)) {
    return (
      <a href={target} title={title} rel={untrustedRel} target="_blank">
        {children}
      </a>
    )
  }
  const { path, hash } = resolveUri(target, source.uri)
  if (contentFile.test(path)) return <Link to={source.hrefOfUri(path) + hash}>{children}</Link>
  return (
    <a href={target} title={title} rel={untrustedRel}>
      {children}
    </a>
  )
}

const Missing = styled('span')({
  display: 'inline-block',
  padding: '10px 14px',
  border: '1px dashed var(--docs-border)',
  borderRadius: 6,
  color: 'var(--docs-muted)',
  fontSize: typeSizes.note,
})

/** An image in a description; one that lies in the project's files is named, since only addresses can be shown. */
export function TextImage({
  src,
  alt,
  title,
}: {
  src?: string | undefined
  alt?: string | undefined
  title?: string | undefined
}) {
  const address = safeHref(src)
  if (address && /^https?:/i.test(address)) {
    return (
      <img
        src={address}
        alt={alt ?? ''}
        title={title}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    )
  }
  return <Missing>{alt || `Image ${src?.split('/').at(-1) ?? ''}`}</Missing>
}

/** A relative link as the URI of a node and the heading in it. */
export function resolveUri(href: string, base: string): { path: string; hash: string } {
  try {
    const url = new URL(href, `http://node${base.startsWith('/') ? base : `/${base}`}`)
    return { path: decodeURIComponent(url.pathname), hash: url.hash }
  } catch {
    return { path: href, hash: '' }
  }
}

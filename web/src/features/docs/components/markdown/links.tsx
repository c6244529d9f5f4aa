import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useDocsSource } from '../docs-source.tsx'
import { usePagePlace } from '../page-place.ts'
import { showFragment } from '../show-fragment.ts'
import { contentFile, resolveUri } from './resolve.ts'
import { isExternal, safeHref, untrustedRel } from './safety.ts'

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
  const place = usePagePlace()
  const target = safeHref(href)
  if (target === undefined) return <span>{children}</span>
  if (target.startsWith('#')) {
    // A second click on a link changes no address.
    return (
      <a href={target} title={title} onClick={() => showFragment(place, target)}>
        {children}
      </a>
    )
  }
  const within = source.appPath?.(target) ?? null
  if (within !== null) {
    return (
      <Link to={within} title={title}>
        {children}
      </Link>
    )
  }
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

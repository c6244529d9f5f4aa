// Slug rules: a workspace's sub-domain and a project's path.

// Not xn--: browsers show such a host in other letters.
export const workspaceSlugPattern = /^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])$/

/** Sub-domain suggested for a company's name, or '' when the name does not make one. */
export function workspaceSlugFrom(companyName: string): string {
  const slug = companyName.trim().toLowerCase()
  return slug.length <= 20 && workspaceSlugPattern.test(slug) ? slug : ''
}

/** Project slug suggested for a name: letters, digits and dashes, at most 75 characters. */
export function projectSlugFrom(name: string): string {
  return plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 75)
    .replace(/^-+|-+$/g, '')
}

/** What a new repository is called at its host for a name: lower case, at most 75 characters, '' where nothing is left. */
export function repositorySlugFrom(name: string): string {
  return plainLetters(name)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 75)
    .replace(/[.-]+$/, '')
}

/** Lower case, and Latin letters without what is above or below them. */
function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** A path on this origin to return to after sign-in; anything else becomes '/'. */
export function safeReturnPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//')) return '/'
  // Browsers read a backslash as a slash and drop control characters: either could leave this origin.
  return /[\\\p{Cc}]/u.test(path) ? '/' : path
}

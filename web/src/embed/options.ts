// What the attributes of an element say; unknown values mean the usual.
import type { Embedding, Layout } from '../features/docs/embed/embedding.ts'
import { config } from '../shared/config/config.ts'
import { paths, workspaceSlugOf } from '../shared/config/paths.ts'
import type { RouterKind, Where } from './place.ts'
import { scriptOrigin } from './script-origin.ts'

export type Mode = 'light' | 'dark' | 'system'

export interface Options {
  embedding: Pick<Embedding, 'workspace' | 'site' | 'layout' | 'hideTryIt'>
  where: Where
  mode: Mode
  shareToken: string | null
}

const modes: Record<string, Mode> = { light: 'light', dark: 'dark', auto: 'system' }
const layouts: readonly Layout[] = ['sidebar', 'stacked', 'single']
const routers: readonly RouterKind[] = ['hash', 'history', 'memory', 'static']

/** Reads the attributes. */
export function optionsOf(element: Element): Options {
  const text = (name: string) => element.getAttribute(name)?.trim() || undefined
  const workspace = text('workspace') ?? workspaceSlugOf(new URL(scriptOrigin).host) ?? ''
  const site = siteOf(workspace)
  const project = text('project') ?? ''
  const node = text('node')
  // A page named by its URI, as in the contents of a repository.
  const page = node?.startsWith('/') ? `~${node}` : node
  return {
    embedding: {
      workspace,
      site,
      layout: oneOf(layouts, text('layout')),
      hideTryIt: isOn(element, 'hide-try-it'),
    },
    where: {
      kind: oneOf(routers, text('router')),
      basePath: text('base-path') ?? '/',
      prefix: paths.docs(project),
      site,
      start: paths.docs(project, text('branch'), page),
    },
    mode: modes[text('theme') ?? ''] ?? 'system',
    shareToken: text('share-token') ?? null,
  }
}

/** Whether two say the same: a router begins anew where they do not. */
export function sameWhere(one: Where, other: Where): boolean {
  return (Object.keys(one) as (keyof Where)[]).every((key) => one[key] === other[key])
}

function siteOf(workspace: string): string {
  const { protocol, host } = new URL(scriptOrigin)
  if (config.mode === 'single_tenant' || workspaceSlugOf(host) === workspace) return scriptOrigin
  return `${protocol}//${workspace}.${config.baseHost}`
}

function oneOf<Value extends string>(values: readonly Value[], given: string | undefined): Value {
  const [usual] = values
  const found = values.find((value) => value === given) ?? usual
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

function isOn(element: Element, name: string): boolean {
  return element.hasAttribute(name) && element.getAttribute(name) !== 'false'
}

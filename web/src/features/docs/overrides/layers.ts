// What lies over what in a node: its source, what editors say for all branches, and what they say for one.
import type { RowOf } from '../../../../../supabase/functions/_shared/domain/contract.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { Branch, Project } from '../model/project.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    override_layers: Layer[]
  }
}

export type Layer = RowOf<'override_layer', keyof Said>

/** What a layer says; null is said by the one below. */
interface Said {
  title: string | null
  summary: string | null
  is_hidden: boolean | null
}

/** Where something is laid: over the node on all branches, or on the one that is read. */
export type Scope = 'project' | 'branch'

/** What is shown of a node. */
export interface Shown {
  title: string
  summary: string
  is_hidden: boolean
}

export type Changes = Partial<Said>

/** How what is shown of a page is changed, for who may. */
export interface OverrideSource {
  /** The branch that is read, as its readers call it; null where the project has no other one. */
  branch: string | null
  read: () => Promise<Layer[]>
  lay: (scope: Scope, changes: Changes) => Promise<unknown>
}

/** How what is shown of the node with this URI is changed. */
export function overrideSource(project: Project, branch: Branch, uri: string): OverrideSource {
  return {
    branch: project.branches.length > 1 ? branch.name : null,
    read: () => rpc('override_layers', { p_branch_id: branch.id, p_node_uri: uri }),
    lay: (scope, changes) =>
      rpc('set_override', {
        p_project_id: project.id,
        p_node_uri: uri,
        p_changes: { ...changes },
        p_branch_id: scope === 'branch' ? branch.id : null,
      }),
  }
}

/** What is shown where nothing is laid in the scope. */
export function shownBelow(layers: readonly Layer[], scope: Scope): Shown {
  const source = layerOf(layers, 'source')
  const project = scope === 'branch' ? layerOf(layers, 'project') : undefined
  return {
    title: project?.title ?? source?.title ?? '',
    summary: project?.summary ?? source?.summary ?? '',
    is_hidden: project?.is_hidden ?? source?.is_hidden ?? false,
  }
}

/** What is shown with what is laid in the scope. */
export function shownIn(layers: readonly Layer[], scope: Scope): Shown {
  const below = shownBelow(layers, scope)
  const own = layerOf(layers, scope)
  return {
    title: own?.title ?? below.title,
    summary: own?.summary ?? below.summary,
    is_hidden: own?.is_hidden ?? below.is_hidden,
  }
}

/** Whether something is laid in the scope. */
export function isLaid(layers: readonly Layer[], scope: Scope): boolean {
  const own = layerOf(layers, scope)
  return own !== undefined && [own.title, own.summary, own.is_hidden].some((said) => said !== null)
}

/** What is to be laid in the scope, so that this is shown; what is shown without it is taken back. */
export function changesTo(layers: readonly Layer[], scope: Scope, wanted: Shown): Changes {
  const below = shownBelow(layers, scope)
  const [title, summary] = [wanted.title.trim(), wanted.summary.trim()]
  return {
    title: title === '' || title === below.title ? null : title,
    summary: summary === '' || summary === below.summary ? null : summary,
    is_hidden: wanted.is_hidden === below.is_hidden ? null : wanted.is_hidden,
  }
}

function layerOf(layers: readonly Layer[], name: 'source' | Scope): Layer | undefined {
  return layers.find(({ layer }) => layer === name)
}

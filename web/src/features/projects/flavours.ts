// What a project may be, and who may add which.
import type { WorkspacePermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { config } from '../../shared/config/config.ts'
import { isOn } from '../../shared/data/flags.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useFeatures } from '../../shared/data/projects.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

export type FlavourId = 'design' | 'style_guide' | 'design_library'

export interface Flavour {
  id: FlavourId
  label: string
  /** What a project of it is called. */
  product: string
  /** What the plan has to hold. */
  feature: string | null
  permission: WorkspacePermission
  /** Said where the plan does not hold it. */
  upsell: string
}

const design: Flavour = {
  id: 'design',
  label: 'Design',
  product: 'API',
  feature: null,
  permission: 'WorkspaceProjectsCreate',
  upsell: '',
}

const flavours: readonly Flavour[] = [
  design,
  {
    id: 'style_guide',
    label: 'Style Guide',
    product: 'Style Guide',
    feature: 'style_guides',
    permission: 'WorkspaceStyleGuideProjectsCreate',
    upsell: 'Style guides give all projects of the workspace the same rules.',
  },
  {
    id: 'design_library',
    label: 'Design Library',
    product: 'Component Library',
    feature: 'design_library',
    permission: 'WorkspaceProjectsCreate',
    upsell: 'Component libraries hold models that many projects use.',
  },
]

export type Access = 'allowed' | 'denied' | 'not-in-plan'

/** The tabs that the caller is shown, and the flavour that `wanted` names with whether it can be had. */
export function useFlavours(wanted: string | null) {
  const { can } = usePermissions()
  const workspace = useWorkspace()
  const features = useFeatures()
  const offered = flavours.filter(({ id }) => id !== 'style_guide' || !isOn('ssg_disabled', workspace))
  const flavour = offered.find(({ id }) => id === wanted) ?? design
  const isInPlan = ({ feature }: Flavour) =>
    feature === null ||
    config.mode === 'single_tenant' ||
    (features.data?.some(({ name, allowed }) => name === feature && allowed) ?? true)
  const accessTo = (one: Flavour): Access => {
    if (!can(one.permission)) return 'denied'
    return isInPlan(one) ? 'allowed' : 'not-in-plan'
  }
  const tabs = offered.filter(({ permission, id }) => id !== 'style_guide' || can(permission))
  return { tabs, flavour, access: accessTo(flavour) }
}

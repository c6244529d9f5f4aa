// What the projects screen shows: projects and groups as the caller may know them.
import type {
  GroupPermission,
  ProjectPermission,
} from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { Group } from '../../shared/data/groups.ts'
import type { ProjectRow } from '../../shared/data/projects.ts'
import type { Person, RowOf } from '../../shared/data/rows.ts'

export type { Group, GroupVisibility } from '../../shared/data/groups.ts'
export type Visibility = ProjectRow['visibility']
export type Flavor = ProjectRow['flavor']

export interface Project
  extends Omit<RowOf<'project_item', 'group' | 'owner' | 'default_branch'>, 'pinned' | 'my_role'> {
  flavor: Flavor
  type: ProjectRow['type']
  visibility: Visibility
  group: RowOf<'project_group'> | null
  owner: Person | null
  my_permissions: ProjectPermission[]
  default_branch: RowOf<'project_branch'> | null
}

/** Whether the caller may do something in a group. */
export function canInGroup(group: Group | undefined, permission: GroupPermission): boolean {
  return group?.my_permissions.includes(permission) ?? false
}

/** Whether the caller may do something with a project. */
export function canInProject(project: Project, permission: ProjectPermission): boolean {
  return project.my_permissions.includes(permission)
}

/** Whether the caller may take a project out of its group: by the project, or by the group. */
export function canLeaveGroup(project: Project, group: Group | undefined): boolean {
  if (!project.group) return false
  return canInProject(project, 'project_group_update') || canInGroup(group, 'group_projects_remove')
}

/** The project as the shell's own lists hold it. */
export function asRow({ group, ...project }: Project): ProjectRow {
  return { ...project, group_id: group?.id ?? null }
}

/** What a count counts, in words: "1 project", "2 projects". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

export const visibilityLabels: Record<Visibility, string> = {
  public: 'Public',
  internal: 'Internal',
  private: 'Private',
}

export const flavorLabels: Record<Flavor, string> = {
  design: 'API',
  style_guide: 'Style Guide',
  design_library: 'Component Library',
}

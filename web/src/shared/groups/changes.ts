// Making a group, and what is read again after one was changed.
import { rpc } from '../data/supabase.ts'
import type { GroupValues } from './forms.ts'

declare module '../data/supabase.ts' {
  interface Results {
    create_group: { id: number; slug: string }
  }
}

/** What shows groups and the projects in them. */
export const groupLists = ['projects', 'groups', 'project-details', 'group-admins']

/** Makes a group; 402 where the plan has none, 409 for a name that another has. */
export const createGroup = (workspaceId: number, values: GroupValues) =>
  rpc('create_group', { p_workspace_id: workspaceId, ...groupArguments(values), p_name: values.name })

/** What is given of a group, as the database's calls name it. */
export function groupArguments({ name, description, visibility, icon, icon_color }: Partial<GroupValues>) {
  return {
    p_name: name,
    p_description: description,
    p_visibility: visibility,
    p_icon: icon,
    p_icon_color: icon_color,
  }
}

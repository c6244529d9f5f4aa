/** The project that a CI token pushes to. */
export interface PushingProject {
  project_id: number
  slug: string
  name: string
  type: string
  workspace_id: number
  workspace_slug: string
  workspace_name: string
}

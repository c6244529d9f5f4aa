/** The project that a CI token pushes to. */
export interface PushingProject {
  project_id: number
  /** SHA-256 of the token, by which it is looked at again once its push has come. */
  token_hash: string
  slug: string
  name: string
  type: string
  workspace_id: number
  workspace_slug: string
  workspace_name: string
}

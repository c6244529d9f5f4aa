/** A custom domain that a workspace is served at. */
export interface ServedDomain {
  domain: string
  /** Its address, e.g. https://docs.example.com */
  origin: string
  workspaceId: number
  slug: string
}

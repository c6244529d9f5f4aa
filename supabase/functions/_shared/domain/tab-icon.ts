/** The icon of a workspace's pages: its own, else the product's, or an empty one where it goes without the product's brand. */
export const tabIcon = (workspace: { favicon_url: string | null; hide_powered_by: boolean }): string =>
  workspace.favicon_url ?? (workspace.hide_powered_by ? 'data:,' : '/favicon.svg')

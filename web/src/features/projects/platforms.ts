// Other platforms that projects come from by a key (docs/migration.md).

export type Platform = 'stoplight' | 'swaggerhub' | 'postman'

interface About {
  name: string
  /** Whose projects, where the key does not say so. */
  account?: { label: string; hint: string }
  keyHint: string
}

export const platforms: Record<Platform, About> = {
  swaggerhub: {
    name: 'SwaggerHub',
    account: { label: 'Owner', hint: 'The user or organization whose APIs and domains they are' },
    keyHint: 'From Settings, API Keys at SwaggerHub',
  },
  postman: { name: 'Postman', keyHint: 'From Settings, API keys at Postman' },
  stoplight: {
    name: 'Stoplight',
    account: { label: 'Workspace identifier', hint: 'From the settings of the workspace, such as d2s6MTIz' },
    keyHint: 'A token of the workspace, from its settings',
  },
}

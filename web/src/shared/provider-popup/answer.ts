// What came back from a provider's page, as the API takes it: apart from the popup, which pages with a form lack.

/** What a code is traded with: where it came back to, and who answered where the provider says so. */
export interface CodeAnswer {
  code: string
  redirectUri: string
  iss: string | null
}

export interface ProviderAnswer extends CodeAnswer {
  state: string
}

/** The answer as the API takes it. */
export function answerBody({ code, state, redirectUri, iss }: ProviderAnswer) {
  return { code, state, redirect_uri: redirectUri, ...(iss === null ? {} : { iss }) }
}

// What a new admin, author and operator type into the search box, and the article of the handbook that answers it.

/** The question, and the name of the file below docs/ whose page answers. */
export const questions: readonly [question: string, article: string][] = [
  // Who administers a workspace.
  ['how do I invite people', 'handbook/people'],
  ['what can a guest see', 'handbook/roles'],
  ['change the role of a member', 'handbook/roles'],
  ['set up single sign-on', 'handbook/single-sign-on'],
  ['saml certificate', 'handbook/single-sign-on'],
  ['change logo and colours', 'handbook/look'],
  ['use our own domain', 'custom-domains'],
  ['who changed the settings', 'handbook/trail'],
  ['add seats', 'handbook/money'],
  ['cancel subscription', 'handbook/money'],
  ['delete the workspace', 'handbook/leaving'],
  ['enforce a style guide', 'handbook/rules'],
  // Who writes.
  ['import an openapi file', 'handbook/import'],
  ['connect a github repository', 'handbook/import'],
  ['push from ci', 'handbook/push'],
  ['publish a new version', 'handbook/versions'],
  ['propose a change for review', 'handbook/review'],
  ['who breaks if I change this', 'handbook/review'],
  ['share a draft with somebody outside', 'handbook/visibility'],
  ['make a project public', 'handbook/visibility'],
  ['hide an internal operation', 'handbook/hide'],
  ['order of articles in the sidebar', 'handbook/sidebar'],
  ['ignore a violation', 'handbook/rules'],
  ['mock server', 'mock-servers'],
  // Who runs the installation.
  ['back up and restore', 'handbook/run'],
  ['upgrade to a newer version', 'handbook/run'],
  ['send mail through smtp', 'handbook/mail-and-https'],
  ['run behind a proxy with https', 'handbook/mail-and-https'],
  ['port 3000 is in use', 'handbook/trouble'],
  ['rotate the secret key', 'operations'],
]

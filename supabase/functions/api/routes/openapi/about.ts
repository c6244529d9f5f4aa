// What the description says before its first operation.

const description = `
Waymark documents APIs, and this is its own. Everything the product's screens do can be done here.

## Signing in
\`POST /auth/login\` answers with an access token that holds for about an hour. Send it as
\`Authorization: Bearer <token>\`. Browsers also get a refresh cookie, which \`POST /auth/access-token\` trades for the
next token. Public projects are read without any token.

## Identifiers
Identifiers are the URL-safe base64 of \`type:number\`, for instance \`cHJqOjc\` for \`prj:7\`. An identifier of the wrong
kind is refused with \`INVALID_ID\`.

## Errors
Errors are \`application/problem+json\` (RFC 9457). \`type\` is a named code, \`detail\` a sentence for people, \`errors\` the
fields that are wrong. What the caller may not know about is answered with 404, as if it did not exist.

## Lists
Lists take \`limit\` and \`offset\`. The \`Link\` header leads to the first, previous, next and last page.

## Retries
Send an \`Idempotency-Key\` with a POST that creates something: sent again within a day, it gets the first answer and
creates nothing twice. Answers with status 429 say in \`Retry-After\` how many seconds to wait.
`.trim()

export const about = {
  openapi: '3.1.0',
  info: {
    title: 'Waymark API',
    version: '1',
    summary: 'Workspaces, projects and their documentation.',
    description,
    contact: { name: 'Whoever runs this instance' },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/api/v1', description: 'The origin that serves this description.' }],
  tags: [
    { name: 'Sign-in', description: 'Sessions: access tokens, the refresh cookie, passwords.' },
    { name: 'Sign-up', description: 'From an e-mail address to a workspace of one’s own.' },
    { name: 'Account', description: 'The person who calls.' },
    { name: 'Workspaces', description: 'Companies and teams; each has its own sub-domain.' },
    { name: 'Members', description: 'The people of a workspace, who is invited and who asked to join.' },
    { name: 'Groups', description: 'Folders of projects with admins of their own.' },
    { name: 'Teams', description: 'People who are given projects together.' },
    { name: 'Workspace tokens', description: 'Machine principals: programs that read the projects.' },
    { name: 'Activity', description: 'Who changed what, when and from where.' },
    { name: 'Projects', description: 'What a workspace documents: APIs, style guides, design libraries.' },
    { name: 'Sharing', description: 'Who has access to a project, and giving it.' },
    { name: 'Branches', description: 'States of a project’s content, and importing files into them.' },
    { name: 'Git', description: 'Where the content of a project lives, and how the product reads it there.' },
    { name: 'Pushing', description: 'Sending the content of a project from a script, with its CI token.' },
    { name: 'Documentation', description: 'Reading and searching what was imported.' },
    { name: 'Studio', description: 'Files as they are being written, before they are published.' },
    {
      name: 'Style guides',
      description: 'The rules that a workspace’s descriptions are held against, and who extends them.',
    },
    { name: 'Tasks', description: 'Work that takes longer than a request, such as analysing an import.' },
    { name: 'Billing', description: 'What a workspace has bought: its plan, its seats, its invoices.' },
    { name: 'Description', description: 'This document.' },
  ],
}

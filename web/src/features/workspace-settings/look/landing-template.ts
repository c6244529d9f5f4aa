/** What a landing page may begin with; a workspace that wrote none shows something else (features/workspace). */
export const landingTemplate = (workspace: string) => `# Welcome to ${workspace}

Here is everything that you need to work with our APIs.

## Where to begin

- [ ] Read the [overview of our APIs](/explore)
- [ ] Ask for access with your team
- [ ] Send your first request

## A first request

\`\`\`json http
{
  "method": "get",
  "url": "https://api.example.com/v1/status",
  "headers": { "Accept": "application/json" }
}
\`\`\`

## Environments

| Environment | Address                     | For            |
| ----------- | --------------------------- | -------------- |
| Production  | https://api.example.com     | live traffic   |
| Sandbox     | https://sandbox.example.com | trying things  |

## Help

> Something is missing or wrong? Write to [the API team](mailto:api@example.com).
`
